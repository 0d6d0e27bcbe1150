/** What a header says in its words, where it is no known name: `Fulfillment: Tracking Number`. */

import { headerName } from '../lib/fold';

export type NumberKind = 'order' | 'tracking';

/** Words that are found inside longer ones too: `amazonorderid`. */
const coreWord = /(tracking|trk|order|number)/;
/** What makes a number of an order or a tracking. */
const numberWord = /^(?:numbers?|nos?|#|ids?)$/;
/** What else a header may speak of: then its cells hold something else. */
const otherWord =
  /^(?:returns?|returned|rma|refunds?|refunded|cashback|status|statuses|(?:up|ship|order)?dated?|dates|counts?|items?|lines?|quantity|quantities|qty|totals?)(?:nos?|ids?)?$/;
/** Numbers that must never be sent as those of an order. */
const privateWord =
  /^(?:gift|giftcard|cards?|voucher|claim|pins?|codes?|phone|telephone|mobile|fax)$/;
/** The same in Spanish, German and French. */
const foreignWord =
  /^(?:(?:retour|ruecksend|devol|artikel|gesamt|geschenk|gutschein|telefon)[a-z]*|estado|statut|fecha|datum|cantidad|menge|anzahl|stueck|quantite|articulos?|articles?|linea|ligne|position|summe|importe|betrag|montant|tarjeta|regalo|karte|carte|cadeau|codigo|movil)$/;

function wordsOf(header: string): readonly string[] {
  return header
    .normalize('NFKC')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}#]+|(#)/u)
    .flatMap((word) => (word === '#' ? word : headerName(word ?? '')).split(coreWord))
    .filter((word) => word !== '');
}

/** `Return Tracking Number`, `Order Date`, `Number of Tracking Numbers`. */
export function speaksOfOther(header: string): boolean {
  const words = wordsOf(header);
  return (
    words.some((word) => [otherWord, privateWord, foreignWord].some((form) => form.test(word))) ||
    words.some((word, index) => word === 'of' && numberWord.test(words[index - 1] ?? ''))
  );
}

/** Whose number a header names. One that names both is of a tracking: `Order Tracking Number`. */
export function numberIn(header: string): NumberKind | undefined {
  const words = wordsOf(header);
  if (!words.some((word) => numberWord.test(word)) || speaksOfOther(header)) return undefined;
  if (words.some((word) => word === 'tracking' || word === 'trk')) return 'tracking';
  return words.includes('order') ? 'order' : undefined;
}

/** Headers of cells about persons, which are never written. */
const personal =
  /address|street|recipient|phone|gift|direccion|domicilio|calle|adresse|strasse|^rue|empfaenger|destinatari|destinataire|telefon|movil|regalo|geschenk|gutschein|cadeau/;
/** The parts of an address in columns of their own, and who lives there. */
const partOfAddress =
  /^(?:ship(?:ping|ped)?|deliver(?:y|ed)?|billing|bill|customer|buyer|consignee|contact|receiver)?(?:to)?(?:(?:first|last|full)?name|company|city|town|state|province|county|country|zip|zipcode|zippostalcode|postal|postalcode|postcode|apartment|apt|suite|email|tel|mobile)\d?$|^(?:ship(?:ped)?|deliver(?:ed)?)to$|^(?:customer|consignee|contact)$/;

/** Whether the cells below a header are about a person. */
export function isPersonal(header: string): boolean {
  const name = headerName(header);
  return personal.test(name) || partOfAddress.test(name);
}
