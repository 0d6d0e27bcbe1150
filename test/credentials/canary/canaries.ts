import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Marked values: if one appears somewhere, it can only have come from where it was put. */
export const apiKey = 'canary_key_7Qm2Xd9RkLw';
export const apiSecret = 'canary_secret_Zt5Yb8NcVh3Js';
const code = 'CANARYCODE4F7K9P2M';
const pin = 'CANARYPIN83';
const jsonCode = 'CANARYCODE"\\6W1Q';

/** None of these may appear outside the requests that carry them; the key alone is not a secret. */
export const secrets: readonly string[] = [apiSecret, 'CANARYCODE', 'CANARYPIN'];
export const canaries: readonly string[] = [apiKey, ...secrets];

export const uuid = '5b0f6c1e-9a53-4c5e-8e0d-3c1f2a7b9d10';

/** A user's folder of files, each one either good or broken in its own way. */
const files: Readonly<Record<string, string>> = {
  'codes.csv': `code,pin,value\n${code},${pin},25\n`,
  'codes.json': JSON.stringify([{ code: jsonCode, pin }]),
  'codes-broken.json': `[{"code":"${code}","pin":"${pin}"`,
  'codes-long.csv': `code,pin\n${code.repeat(4)},${pin.repeat(3)}\n`,
  'codes-ragged.csv': `code,pin\n${code},${pin},${code}\n"${code}\n`,
  'codes-columns.csv': `cod,pni\n${code},${pin}\n`,
  'codes-value.csv': `code,pin,value\n${code},${pin},${code}\n`,
  'order.json': JSON.stringify({
    orderDate: '2025-11-18',
    retailer: 'Best Buy',
    orderNumber: 'A-1',
    buyingGroup: 'bfmr',
  }),
  'order-with-codes.json': JSON.stringify({
    orderDate: '2025-11-18',
    retailer: 'Best Buy',
    orderNumber: 'A-2',
    redemptionCodes: [{ code, pin, kind: 'gift_card' }],
  }),
  'order-broken.json': `{"redemptionCodes":[{"code":"${code}","pin":"${pin}"}`,
  'order-misspelled.json': JSON.stringify({ redemptionCodes: [{ code, pni: pin, kind: code }] }),
  'order-pairs.json': JSON.stringify({ orderNumber: 'A-3', redemptionCodes: [{ [code]: pin }] }),
  'shipments.csv':
    'retailer,orderNumber,trackingNumber\nBest Buy,A-1,1Z999AA10123456784\nBest Buy,A-9,9400100000000000000000\n',
  'orders.csv': `order,notes\n${uuid},hello\n`,
  'orders-new.csv':
    'orderDate,retailer,orderNumber,group,unitPrice,trackingNumber\n2025-11-18,Best Buy,A-3,bfmr,100,1Z999AA10123456784\n',
  'rules.csv': 'retailer,status\nBest Buy,purchased\n',
  'rules-card.csv': 'retailer,card\nBest Buy,4417\n',
  'query.sql': `select '${apiSecret}' as secret, * from all_orders join events using (id)`,
  'query-broken.sql': `select ${apiSecret} '${apiSecret}`,
  'query-unknown.sql': `select "${apiSecret}" from orders`,
  'giftcards.csv':
    'orderDate,retailer,orderNumber,unitPrice,quantity\n2025-11-18,Best Buy,G-1,100,1\n',
};

/** Writes the files; good and broken ones of a kind differ in their names. */
export function writeFiles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

export function filesNamed(beginning: string): string[] {
  return Object.keys(files).filter((name) => name.startsWith(beginning));
}
