import { headerName } from '../lib/fold';
import type { FieldNames, MeantInWords } from './record';

/** Names of headers, as `headerName` has them. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Every beginning with every end. */
function joined(fronts: readonly string[], ends: readonly string[]): readonly string[] {
  return fronts.flatMap((front) => ends.map((end) => front + end));
}

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
    ...joined(numero, ['pedido', 'orden', 'commande']),
    ...words(`pedido pedidon pedidono commanden commandeno bestellnummer bestellnr bestellid
      bestellung bestellungsnummer bestellungsnr auftragsnummer auftragsnr ordernummer`),
  ],
  trackingNumber: [
    ...joined(numero, ['seguimiento', 'rastreo', 'guia', 'suivi', 'colis', 'tracking']),
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

/** A column of retailers in a file with this header: beside Amazon's own numbers of its items, a seller is none. */
export function retailersIn<C extends Pick<FieldNames, 'names' | 'fallback'>>(
  column: C,
  header: readonly string[],
): C {
  if (!header.some((one) => /asin$/.test(headerName(one)))) return column;
  const isRetailer = (name: string) => !spellings.seller.includes(name);
  const { names, fallback = [] } = column;
  return { ...column, names: names.filter(isRetailer), fallback: fallback.filter(isRetailer) };
}

/** Words that are found inside longer ones too: `amazonorderid`. */
const coreWord = /(tracking|trk|order|number)/;
/** Words that make a number of an order or a tracking. */
const numberWord = /^(?:numbers?|nos?|#|ids?)$/;
/** Words for other things that a header may speak of: then its cells hold something else. */
const otherWord =
  /^(?:returns?|returned|rma|refunds?|refunded|cashback|status|statuses|(?:up|ship|order)?dated?|dates|counts?|items?|lines?|quantity|quantities|qty|totals?)(?:nos?|ids?)?$/;
/** Numbers that must never be sent as those of an order. */
const privateWord =
  /^(?:gift|giftcard|cards?|voucher|claim|pins?|codes?|phone|telephone|mobile|fax)$/;
/** The same in Spanish, German and French. */
const foreignWord =
  /^(?:(?:retour|ruecksend|devol|artikel|gesamt|geschenk|gutschein|telefon)[a-z]*|estado|statut|fecha|datum|cantidad|menge|anzahl|stueck|quantite|articulos?|articles?|linea|ligne|position|summe|importe|betrag|montant|tarjeta|regalo|karte|carte|cadeau|codigo|movil)$/;

const currencyWord = /^(?:currency|ccy|curr?|currencycode)$/;

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

/**
 * Finds what a header says it is: `Payout Ccy` is a currency, `Number of the order` an order's number.
 * One that names both numbers is of a tracking: `Order Tracking Number`.
 */
export function meantIn(header: string): MeantInWords | undefined {
  const words = wordsOf(header);
  if (words.some((word) => currencyWord.test(word))) return 'currency';
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

/** True if the cells below a header are about a person. */
export function isPersonal(header: string): boolean {
  const name = headerName(header);
  return personal.test(name) || partOfAddress.test(name);
}

/** Columns that waybill adds to a rejects file. When it is read again, they are ignored. */
export const rejectColumns = ['waybill_line', 'waybill_outcome', 'waybill_message'] as const;

/** Those before them, for the cells that a row has more than the header line. */
export const surplusColumn = 'waybill_surplus';

const addedColumns: readonly string[] = [...rejectColumns, surplusColumn];

export function isRejectColumn(header: string): boolean {
  return addedColumns.includes(header.trim());
}
