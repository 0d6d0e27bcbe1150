import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waybill } from '../support/waybill';

/** The rows that an upload of a file with this header would send, and what it says. */
async function planned(...lines: readonly string[]) {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'a.csv');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  const words = ['--sandbox', 'shipments', 'add', '--csv', path, '--no-input', '--dry-run'];
  const { stdout, stderr, exitCode } = await waybill([...words, '--json']);
  const requests = exitCode === 2 ? [] : JSON.parse(stdout);
  const sent = requests.flatMap(({ body }: { body: { shipments: Record<string, string>[] } }) =>
    body.shipments.map((one) => [one.orderNumber, one.trackingNumber]),
  );
  return { sent, stderr, exitCode };
}

const [ups, amazon] = ['1Z12345E6605272234', 'TBA310000000011'];
const [first, second] = ['800458530', '9889303997'];
const both = [
  [first, ups],
  [second, amazon],
];

test("reads Amazon Business' report of shipments as it is", async () => {
  const { sent, stderr } = await planned(
    'Carrier Tracking #,Order ID,Shipment Date,Shipment Subtotal,Shipping Address,Account User Email,Title,Item Quantity',
    `${ups},${first},2026-05-23,29.97,"A. Person, 1 Main St",a@example.com,"Kit, red",1`,
    `${amazon},${second},2026-05-23,N/A,N/A,a@example.com,Case,1`,
  );
  expect(sent).toEqual(both);
  expect(stderr).not.toContain('is read as');
});

test("reads azad's list of shipments as it is", async () => {
  const { sent } = await planned(
    'shipment id,order id,order url,order date,delivered,shipping status,tracking link,tracking id',
    `S1,${first},https://example.com/order?id=1,2026-05-23,Y,Delivered,https://example.com/p?trackingId=${ups},${ups}`,
    `S2,${second},https://example.com/order?id=2,2026-05-23,N,Shipped,,${amazon}`,
  );
  expect(sent).toEqual(both);
});

test('reads a header by its words, and says so', async () => {
  const { sent, stderr } = await planned(
    'Website;Order Number (retailer);Order Date;Carrier Name & Tracking Number;Ordered, so far',
    `Amazon.com;${first};2026-05-23;AMZN_US(${amazon}) and UPS(${ups});1`,
  );
  expect(sent).toEqual([
    [first, amazon],
    [first, ups],
  ]);
  expect(stderr).toContain('column "Carrier Name & Tracking Number" is read as trackingNumber');
  expect(stderr).toContain('column "Order Number (retailer)" is read as orderNumber');
});

test('keeps the headers in one piece where they have commas, and proposes none of them', async () => {
  const headers = [
    'Store (name, 100 chars)',
    'Order (required, unique)',
    'Tracking (several, too)',
  ];
  const { stderr, exitCode } = await planned(headers.join(';'), `Staples;${second};${amazon}`);
  expect(exitCode).toBe(2);
  const { message, hint } = JSON.parse(stderr).error;
  for (const header of headers) expect(message).toContain(`"${header}"`);
  expect(hint).toContain("--map 'orderNumber=<header>' --map 'trackingNumber=<header>'");
});

test.each([
  [
    'Fecha de compra;Tienda;N.º de pedido;Fecha de entrega;Número de seguimiento;Importe',
    (order: string, number: string) =>
      `03/05/2026;B&H Photo;${order};12/05/2026;${number};1.299,00`,
  ],
  [
    'Bestelldatum;Händler;Bestell-Nr.;Rücksendenummer;Sendungsnummer;Betrag;Telefon',
    (order: string, number: string) =>
      `03.05.2026;B&H Photo;${order};1Z999AA10123456784;${number};1.299,00;0151 23456789`,
  ],
  [
    'Date de commande;Enseigne;N° de commande;Numéro de retour;N° de suivi;Montant;Téléphone',
    (order: string, number: string) =>
      `03/05/2026;B&H Photo;${order};1Z999AA10123456784;${number};1 299,00;06 12 34 56 78`,
  ],
])('reads %s', async (header, row) => {
  for (const title of [header, header.normalize('NFD'), header.toUpperCase()]) {
    const { sent, exitCode } = await planned(title, row(first, ups), row(first, amazon));
    expect({ exitCode, sent }).toEqual({
      exitCode: 0,
      sent: [
        [first, ups],
        [first, amazon],
      ],
    });
  }
});

test('does not take the number of a return for one of the order', async () => {
  const row = `${first};${ups}`;
  for (const header of ['Numéro de retour', 'Rücksendenummer', 'Tracking-ID Rücksendung']) {
    const { exitCode } = await planned(`N° de commande;${header}`, row);
    expect(exitCode).toBe(2);
  }
});
