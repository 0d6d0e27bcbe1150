import { isSecretName } from '../secrets/secret';
import { plainHeader } from './header';

/** A gift card's number, which with its PIN is as good as a code. */
const giftCardNumber =
  /^(e?giftcard|gc|voucher)(number|num|nr|no)?$|^claim(number|num|nr|no)$|^(e|scratch|voucher)code$/;

/** `Pin` or `Gift card code 2`: such cells are as good as money to anyone who reads them. */
export function namesCodes(header: string): boolean {
  const name = plainHeader(header).replace(/\d+$/, '');
  return isSecretName(name) || giftCardNumber.test(name);
}
