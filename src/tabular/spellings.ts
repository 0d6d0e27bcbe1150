/** Every beginning with every end. */
function joined(fronts: readonly string[], ends: readonly string[]): readonly string[] {
  return fronts.flatMap((front) => ends.map((end) => front + end));
}

/** `Número de`, `Nº`, `N°`, `No. de`, `Id.`, `Código de`. */
const numero = [
  ...['numerode', 'numerodel', 'numerodela', 'numero', 'numde', 'num', 'nrode', 'nro'],
  ...['node', 'no', 'nde', 'n', 'idde', 'iddel', 'id', 'codigode', 'codede', 'identifiantde'],
];

/**
 * Spanish, German and French headers, as `headerName` has them. Left out is what may mean something
 * else: `Importe`, `Betrag` and `Montant` may be of a line or of an order, `IVA`, `MwSt` and `TVA` a
 * rate or part of a price, `Nombre` a name or a number, `Commandé` a quantity or a day.
 */
export const foreign = {
  orderNumber: [
    ...joined(numero, ['pedido', 'orden', 'commande']),
    ...['pedido', 'pedidon', 'pedidono', 'commanden', 'commandeno'],
    ...['bestellnummer', 'bestellnr', 'bestellid', 'bestellung', 'bestellungsnummer'],
    ...['bestellungsnr', 'auftragsnummer', 'auftragsnr', 'ordernummer'],
  ],
  trackingNumber: [
    ...joined(numero, ['seguimiento', 'rastreo', 'guia', 'suivi', 'colis', 'tracking']),
    ...['sendungsnummer', 'sendungsnr', 'sendungsid', 'sendungsverfolgungsnummer'],
    ...['trackingnummer', 'trackingnr', 'paketnummer', 'paketnr', 'paketscheinnummer'],
  ],
  retailer: [
    ...['tienda', 'nombredelatienda', 'comercio', 'minorista', 'compradoen'],
    ...['haendler', 'haendlername', 'einzelhaendler', 'geschaeft', 'gekauftbei'],
    ...['magasin', 'nomdumagasin', 'boutique', 'enseigne', 'marchand', 'commercant', 'achetechez'],
  ],
  seller: ['vendedor', 'verkaeufer', 'vendeur'],
  date: [
    ...['fecha', 'fechapedido', 'fechadepedido', 'fechadelpedido', 'fechadeorden'],
    ...['fechacompra', 'fechadecompra', 'fechadelacompra', 'compradoel'],
    ...['datum', 'bestelldatum', 'bestellungsdatum', 'auftragsdatum', 'kaufdatum'],
    ...['bestelltam', 'gekauftam', 'datecommande', 'datedecommande', 'datedelacommande'],
    ...['dateachat', 'datedachat', 'commandele', 'achetele'],
  ],
  paidOn: [
    ...['fechadepago', 'fechadelpago', 'pagadoel', 'zahlungsdatum', 'bezahltam', 'ausgezahltam'],
    ...['datedepaiement', 'datedupaiement', 'payele'],
  ],
  status: [
    ...['estado', 'estadodelpedido', 'estadodepedido', 'estatus', 'bestellstatus'],
    ...['auftragsstatus', 'statut', 'statutdecommande', 'statutdelacommande'],
  ],
  group: ['grupo', 'grupodecompra', 'gruppe', 'einkaufsgruppe', 'groupe', 'groupedachat'],
  item: [
    ...['articulo', 'producto', 'nombredelproducto', 'nombredelarticulo', 'descripcion'],
    ...['descripciondelproducto', 'descripciondelarticulo', 'artikel', 'artikelname'],
    ...['artikelbezeichnung', 'produkt', 'produktname', 'produktbezeichnung', 'bezeichnung'],
    ...['beschreibung', 'article', 'nomdelarticle', 'produit', 'nomduproduit', 'designation'],
  ],
  model: ['modelo', 'modell', 'modele'],
  price: [
    ...['precio', 'preciounitario', 'precioporunidad', 'preciodecompra'],
    ...['coste', 'costo', 'costeunitario', 'costounitario'],
    ...['preis', 'einzelpreis', 'stueckpreis', 'preisprostueck', 'preisjestueck'],
    ...['einkaufspreis', 'kaufpreis', 'prix', 'prixunitaire', 'prixalunite', 'prixdachat'],
    ...['cout', 'coutunitaire'],
  ],
  quantity: [
    ...['cantidad', 'cantidadpedida', 'unidades', 'uds', 'menge', 'bestellmenge', 'anzahl'],
    ...['stueck', 'stueckzahl', 'quantite', 'quantitecommandee', 'qte'],
  ],
  payout: [
    ...['pagoporunidad', 'auszahlung', 'auszahlungprostueck', 'versementparunite'],
    'paiementparunite',
  ],
  shipping: [
    ...['gastosdeenvio', 'costedeenvio', 'costodeenvio', 'versandkosten', 'versandgebuehren'],
    ...['fraisdeport', 'fraisdelivraison', 'fraisdexpedition', 'fraisdenvoi'],
  ],
  tax: ['impuesto', 'impuestos', 'steuer', 'steuern'],
  discount: ['descuento', 'descuentos', 'rabatt', 'rabatte', 'remise', 'remises', 'rabais'],
  total: [
    ...['importetotal', 'preciototal', 'totaldelpedido', 'totalpedido', 'costetotal', 'costototal'],
    ...['totalpagado', 'gesamt', 'gesamtbetrag', 'gesamtpreis', 'gesamtsumme', 'gesamtkosten'],
    ...['summe', 'bestellsumme', 'montanttotal', 'prixtotal', 'totalcommande', 'couttotal'],
    ...['totaldelacommande', 'totalpaye'],
  ],
  card: [
    ...['tarjeta', 'tarjetadecredito', 'karte', 'kreditkarte', 'carte', 'cartebancaire'],
    'cartedecredit',
  ],
  notes: ['notas', 'observaciones', 'notizen', 'bemerkung', 'bemerkungen', 'remarques'],
  shipTo: [
    ...['direcciondeenvio', 'direcciondeentrega', 'lieferadresse', 'versandadresse'],
    'adressedelivraison',
  ],
  currency: ['moneda', 'divisa', 'waehrung', 'devise'],
} satisfies Readonly<Record<string, readonly string[]>>;

/**
 * The headers by which files of several kinds name a field, as `headerName` has them, best first. A
 * declaration of columns may put others before or after them.
 */
export const spellings = {
  orderNumber: [
    ...['orderno', 'ordernumber', 'ordernum', 'orderid', 'order'],
    ...foreign.orderNumber,
  ],
  trackingNumber: [
    ...['tracking', 'trackings', 'trackingnumber', 'trackingnumbers'],
    ...['trackingno', 'trackingnos', 'trackingid', 'trackingids'],
    ...foreign.trackingNumber,
  ],
  /** Besides `trackingNumber`, in a file of shipments. */
  shipmentTracking: [
    ...['trackingnumbers', 'trackingno', 'trackingnos', 'trackingnum', 'trackingnr'],
    ...['tracking', 'trackings', 'trackingid', 'trackingids', 'trackingcode'],
    ...['trackinglink', 'trackingurl'],
    ...['packageid', 'packagenumber', 'packagetracking', 'packagetrackingnumber', 'parcelnumber'],
    ...['shipmenttracking', 'shipmenttrackingnumber', 'carriertracking', 'carriertrackingnumber'],
    ...['trackno', 'trackingref', 'waybillnumber', 'waybill'],
    ...foreign.trackingNumber,
  ],
  trackingLink: ['trackinglink', 'trackingurl'],
  retailer: [
    ...['retailername', 'store', 'storename', 'merchant', 'merchantname', 'vendor', 'vendorname'],
    ...['seller', 'sellername', 'shop', 'shopname', 'soldby', 'boughtfrom', 'purchasedfrom'],
    ...foreign.retailer,
    ...foreign.seller,
  ],
  /** Who sells at a retailer's, where a file names both. */
  seller: ['seller', 'sellername', 'soldby', 'vendor', 'vendorname', ...foreign.seller],
  paidOn: ['datepaid', 'paiddate', 'paidon', 'paidat', 'paymentdate', ...foreign.paidOn],
  item: ['items', 'item', 'itemname', 'product', 'description', 'name', ...foreign.item],
  quantity: ['quantity', 'qty', ...foreign.quantity],
  currency: ['currency', 'currencycode', 'ccy', 'curr', 'cur', ...foreign.currency],
} satisfies Readonly<Record<string, readonly string[]>>;
