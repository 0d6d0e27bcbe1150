import { expect, test } from 'vitest';
import { orderColumns } from '../imports/orders/columns';
import { shipmentColumns } from '../imports/shipments/shipment-columns';
import { findColumns } from './header';
import type { FieldNames } from './record';
import { foreign } from './spellings';

/** The field of orders that a header is read as, beside no other. */
function fieldOf(header: string, columns: readonly FieldNames[] = orderColumns('orders')) {
  const optional = columns.map((one) => ({ ...one, required: false }));
  const [column] = findColumns(optional, [header], {
    ...{ name: 'f.csv', others: 'kept', whenMissing: () => '' },
  });
  return column?.field;
}

test.each([
  [
    'orderNumber',
    'Número de pedido',
    'NUMERO DE PEDIDO',
    'Nº de pedido',
    'N° pedido',
    'No. de orden',
  ],
  ['orderNumber', 'Id. del pedido', 'Código de pedido', 'Pedido', 'Pedido n.º'],
  ['orderNumber', 'Bestellnummer', 'Bestell-Nr.', 'Auftrags-Nr.', 'BESTELLUNG', 'Bestell-ID'],
  ['orderNumber', 'Numéro de commande', 'N° de commande', 'N°\u00a0commande', 'Commande n°'],
  ['trackingNumber', 'Número de seguimiento', 'Código de rastreo', 'Nº de guía', 'Núm. de guia'],
  ['trackingNumber', 'Sendungsnummer', 'Sendungs-Nr.', 'Paketnummer', 'Sendungsnummer 2'],
  ['trackingNumber', 'Numéro de suivi', 'N° de suivi', 'Numéro de colis', 'Nume\u0301ro de suivi'],
  ['retailer', 'Tienda', 'Comercio', 'Vendedor', 'Händler', 'Haendler', 'Verkäufer', 'Magasin'],
  ['retailer', 'Enseigne', 'Commerçant', 'Vendeur'],
  ['date', 'Fecha', 'Fecha del pedido', 'Fecha de compra', 'Bestelldatum', 'Datum', 'Kaufdatum'],
  ['date', 'Date de commande', "Date d'achat", 'Date d’achat', 'Commandé le'],
  ['status', 'Estado', 'Estado del pedido', 'Bestellstatus', 'Statut', 'Statut de la commande'],
  ['group', 'Grupo de compra', 'Einkaufsgruppe', 'Groupe', "Groupe d'achat"],
  ['description', 'Artículo', 'Descripción', 'Artikel', 'Artikelbezeichnung', 'Désignation'],
  ['price', 'Precio', 'Precio unitario', 'Stückpreis', 'Stueckpreis', 'Einzelpreis'],
  ['price', 'Prix unitaire', 'Prix à l’unité', 'Coût unitaire'],
  ['quantity', 'Cantidad', 'Menge', 'Anzahl', 'Stück', 'Quantité', 'Qté'],
  ['payout', 'Auszahlung pro Stück', 'Pago por unidad', 'Versement par unité'],
  ['total', 'Importe total', 'Gesamtbetrag', 'Summe', 'Montant total', 'Total de la commande'],
  ['shipping', 'Gastos de envío', 'Versandkosten', 'Lieferkosten', 'Frais de port'],
  ['discount', 'Descuento', 'Rabatt', 'Nachlass', 'Remise', 'Réduction'],
  ['quantity', 'Stk', 'Anz.', 'Cant.', 'Nb', 'Quantidade'],
  ['card', 'Tarjeta', 'Kreditkarte', 'Carte bancaire'],
  ['currency', 'Moneda', 'Währung', 'Devise'],
  ['shipTo', 'Dirección de envío', 'Lieferadresse', 'Adresse de livraison'],
])('%s: %s, %s …', (field, ...headers) => {
  expect(headers.map((header) => fieldOf(header))).toEqual(headers.map(() => field));
});

/** What looks like a known header, or is one in another language. */
const others = [
  // Other days.
  ...['Fecha de entrega', 'Fecha de envío', 'Fecha de pago', 'Fecha de devolución', 'Lieferdatum'],
  ...['Versanddatum', 'Zahlungsdatum', 'Rechnungsdatum', 'Date de livraison', 'Date de retour'],
  ...['Date de paiement', 'Livré le', 'Geliefert am', 'Entregado el'],
  // Other numbers.
  ...['Numéro de retour', 'Número de devolución', 'Rücksendenummer', 'Retourennummer', 'Handler'],
  ...['Retouren-Sendungsnummer', 'Numéro de suivi du retour', 'Tracking-ID Rücksendung'],
  ...[
    'Tracking No. Retoure',
    'Order ID Rückerstattung Gesamt',
    'Order No. Artikel',
    'N° de facture',
  ],
  ...['Número de factura', 'Rechnungsnummer', 'Kundennummer', 'Número de cliente', 'N° client'],
  ...['Artikelnummer', 'Número de artículo', 'Nb de colis', 'Nombre de colis', 'Anzahl Pakete'],
  ...['Número de serie', 'Seriennummer', 'Número de tarjeta de regalo', 'Gutscheinnummer'],
  ...['Estado del envío', 'Sendungsstatus', 'Statut du suivi', 'Seguimiento', 'Suivi', 'Orden'],
  ...['Telefon', 'Teléfono', 'Téléphone', 'Nombre', 'Nombre del cliente', 'Nom', 'Name', 'Kunde'],
  // Money that is not what it looks like.
  ...['Importe', 'Betrag', 'Montant', 'IVA', 'MwSt.', 'TVA', 'Pago', 'Zahlung', 'Paiement'],
  ...['Precio de venta', 'Verkaufspreis', 'Prix de vente', 'Prix public', 'Listenpreis', 'UVP'],
  ...[
    'Nettopreis',
    'Total HT',
    'Reembolso',
    'Erstattung',
    'Remboursement',
    'Gutschein',
    'Commandé',
  ],
  ...['Precio total', 'Gesamtpreis', 'Prix total'].map((one) => `${one} sin IVA`),
  ...[
    'Tarjeta de regalo',
    'Geschenkkarte',
    'Carte cadeau',
    'État',
    'Groupe de produits',
    'Warengruppe',
  ],
];

test.each(others)('%s is none of them', (header) => {
  expect(fieldOf(header)).toBeUndefined();
  expect(fieldOf(header, shipmentColumns)).toBeUndefined();
});

test('no header means two fields, and each is written as headers are compared', () => {
  const { seller: _, paidOn: __, ...lists } = foreign;
  const all: readonly string[] = Object.values(lists).flat();
  expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
  expect(all.filter((one) => !/^[a-z]+$/.test(one))).toEqual([]);
});
