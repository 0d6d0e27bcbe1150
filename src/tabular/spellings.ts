import { everyJoined, words } from './record';

/** `Número de`, `Nº`, `N°`, `No. de`, `Id.`, `Código de`. */
const numero = words(`numerode numerodel numerodela numero numde num nrode nro node no nde n idde
  iddel id codigode codede identifiantde`);

/**
 * Spanish, German and French headers, as `headerName` has them. Left out is what may mean something
 * else: `Importe`, `Betrag` and `Montant` may be of a line or of an order, `IVA`, `MwSt` and `TVA` a
 * rate or part of a price, `Nombre` a name or a number, `Commandé` a quantity or a day.
 */
export const foreign = {
  orderNumber: [
    ...everyJoined(numero, ['pedido', 'orden', 'commande']),
    ...words(`pedido pedidon pedidono commanden commandeno bestellnummer bestellnr bestellid
      bestellung bestellungsnummer bestellungsnr auftragsnummer auftragsnr ordernummer`),
  ],
  trackingNumber: [
    ...everyJoined(numero, ['seguimiento', 'rastreo', 'guia', 'suivi', 'colis', 'tracking']),
    ...words(`sendungsnummer sendungsnr sendungsid sendungsverfolgungsnummer trackingnummer
      trackingnr paketnummer paketnr paketscheinnummer`),
  ],
  retailer: words(`tienda nombredelatienda comercio minorista compradoen haendler haendlername
    einzelhaendler geschaeft gekauftbei magasin nomdumagasin boutique enseigne marchand
    commercant achetechez`),
  seller: words('vendedor verkaeufer vendeur'),
  date: words(`fecha fechapedido fechadepedido fechadelpedido fechadeorden fechacompra
    fechadecompra fechadelacompra compradoel datum bestelldatum bestellungsdatum auftragsdatum
    kaufdatum bestelltam gekauftam datecommande datedecommande datedelacommande dateachat
    datedachat commandele achetele`),
  paidOn: words(`fechadepago fechadelpago pagadoel zahlungsdatum bezahltam ausgezahltam
    datedepaiement datedupaiement payele`),
  status: words(`estado estadodelpedido estadodepedido estatus bestellstatus auftragsstatus
    statut statutdecommande statutdelacommande`),
  group: words('grupo grupodecompra gruppe einkaufsgruppe groupe groupedachat'),
  item: words(`articulo producto nombredelproducto nombredelarticulo descripcion
    descripciondelproducto descripciondelarticulo artikel artikelname artikelbezeichnung produkt
    produktname produktbezeichnung bezeichnung beschreibung article nomdelarticle produit
    nomduproduit designation`),
  model: words('modelo modell modele'),
  price: words(`precio preciounitario precioporunidad preciodecompra coste costo costeunitario
    costounitario preis einzelpreis stueckpreis preisprostueck preisjestueck einkaufspreis
    kaufpreis prix prixunitaire prixalunite prixdachat cout coutunitaire`),
  quantity: words(`cantidad cantidadpedida unidades uds menge bestellmenge anzahl stueck
    stueckzahl quantite quantitecommandee qte`),
  payout: words('pagoporunidad auszahlung auszahlungprostueck versementparunite paiementparunite'),
  shipping: words(`gastosdeenvio costedeenvio costodeenvio versandkosten versandgebuehren
    fraisdeport fraisdelivraison fraisdexpedition fraisdenvoi lieferkosten liefergebuehren`),
  tax: words('impuesto impuestos steuer steuern'),
  discount: words('descuento descuentos rabatt rabatte nachlass remise remises rabais reduction'),
  total: words(`importetotal preciototal totaldelpedido totalpedido costetotal costototal
    totalpagado gesamt gesamtbetrag gesamtpreis gesamtsumme gesamtkosten summe bestellsumme
    montanttotal prixtotal totalcommande couttotal totaldelacommande totalpaye`),
  card: words('tarjeta tarjetadecredito karte kreditkarte carte cartebancaire cartedecredit'),
  notes: words('notas observaciones notizen bemerkung bemerkungen remarques'),
  shipTo: words(`direcciondeenvio direcciondeentrega lieferadresse versandadresse
    adressedelivraison`),
  currency: words('moneda divisa waehrung devise'),
} satisfies Readonly<Record<string, readonly string[]>>;

const trackings = words(`tracking trackings trackingnumber trackingnumbers trackingno trackingnos
  trackingid trackingids`);

/**
 * The headers by which files of several kinds name a field, as `headerName` has them, best first. A
 * declaration of columns may put others before or after them.
 */
export const spellings = {
  orderNumber: [...words('orderno ordernumber ordernum orderid order'), ...foreign.orderNumber],
  trackingNumber: [...trackings, ...foreign.trackingNumber],
  /** In a file of shipments. */
  shipmentTracking: [
    ...trackings,
    ...words(`trackingnum trackingnr trackingcode trackinglink trackingurl packageid packagenumber
      packagetracking packagetrackingnumber parcelnumber shipmenttracking shipmenttrackingnumber
      carriertracking carriertrackingnumber trackno trackingref waybillnumber waybill`),
    ...foreign.trackingNumber,
  ],
  trackingLink: ['trackinglink', 'trackingurl'],
  retailer: [
    ...words(`retailername store storename merchant merchantname vendor vendorname seller
      sellername shop shopname soldby boughtfrom purchasedfrom`),
    ...foreign.retailer,
    ...foreign.seller,
  ],
  /** The seller at a retailer's, where a file names both. */
  seller: [...words('seller sellername soldby vendor vendorname'), ...foreign.seller],
  paidOn: [...words('datepaid paiddate paidon paidat paymentdate'), ...foreign.paidOn],
  item: [...words('items item itemname product description name'), ...foreign.item],
  quantity: ['quantity', 'qty', ...foreign.quantity],
  currency: [...words('currency currencycode ccy curr cur'), ...foreign.currency],
} satisfies Readonly<Record<string, readonly string[]>>;
