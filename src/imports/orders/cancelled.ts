import { foldSpaces, headerName } from '../../lib/fold';
import { plainWords } from '../../tabular/cells';

const atFirst =
  /^(?:(?:order|item|auto)?(?:cancell?ed|cancel$|cxld?$)|(?:pedido|articulo)?(?:cancelad[oa]|anulad[oa])|storniert|(?:commande|article)?annulee?)/;
const word = `(?:cancell?ed|cxl'?d?|cancelad[oa]s?|anulad[oa]s?|storniert|annulee?s?)`;
/** Words before it that only say whose state it is; any other may turn it round: `Return was canceled`. */
const subject = `\\d{1,3}|out|of|the|this|my|your|our|all|whole|entire|auto|automatically|already|now|status
  pre|back|orders?|ordered|preorder|backordered|purchase|items?|units?|pcs|lines?|products?|it|was|were|is|are|has|have
  been|got|i|we|they|seller|merchant|store|retailer|vendor|shop|customer|buyer|system
  el|la|su|pedido|articulo|fue|ha|sido|die|der|bestellung|artikel|wurde|ist|le|commande|article|est|ete|a`;
const clause = new RegExp(`^(?:(?:${subject.split(/\s+/).join('|')}) )*${word}\\b`);
const clauseEnd = /[,;:!()[\]{}|/\\<>→–—]+|\s-+\s|\.\s|\s(?:and|then|so|but)\s/;
/** Words of something else that was cancelled: `Return - canceled`. */
const ofOther = new RegExp(
  `\\b(?:return|refund\\b|exchang|pick ?up|subscri|warranty|plan\\b|request|ask|pending|attempt|tr(?:ied|ying)|transit).*${word}`,
);
/** Not all of it, not any more, or not at all: `Cancelled the rest`, `Cancelled item replaced`, `Cancelled: no`. */
const inPart = new RegExp(
  `\\b(?:part(?:ly|s? of|ial\\w*|iel\\w*)?|parcial\\w*|teilweise|half|some(?! reason)|rest|remain\\w*|others|except|maybe|perhaps|possibly|probably|replac\\w*|reinstat\\w*|re[- ]?activat\\w*|restored|un[- ]?cancel\\w*|undone|resum\\w*|re[- ]?ship\\w*|anyway)\\b|\\d ?%|${word}\\W+(?:if|unless|reversed|one|two|three|four|five|(?:no|false)$)`,
);
/** `Shipped - canceled`; not `Cancelled before it shipped`. */
const sent =
  /(?<!\b(?:not|never|no|non|un\w*|isn't|wasn't|before|until|refund|credit|money)\b[^,;]{0,20})\b(?:shipped|delivered|received|arrived)\b/;
/** Behind a number: then it is a day, a time or a duration. */
const ofTime =
  '\\d|\\s?[/.:-]\\s?\\d|\\.?\\s?(?:jan|feb|mar|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]|ene|abr|ago|dic|fev|avr|aou|de )|\\s?(?:st|nd|rd|th|am|pm|h|d|min\\w*|hours?|hrs?|days?|dias?|tage?n?|weeks?|months?|times?)\\b';
/** `1 of 2`, `1 unit`, `1x`; `x1`, `qty: 1`; `Cancelled (1)`; `1 was cancelled`; `1/3`, of three units or a day. */
const unitForms = [
  /(?<![\d/.-])(\d{1,3})\s*(?:×|(?:(?:out )?of|de(?= \d)|units?|items?|pcs?|pieces?|ea|x)\b)/g,
  /(?:\bx|×|\b(?:qty|quantity|units|items|pcs))[\s:=]{0,3}(\d{1,3})(?![\d/.-])/g,
  new RegExp(`${word}(?: only| just)?[\\s:=([–—-]{0,4}(\\d{1,3})(?!${ofTime})`, 'g'),
  new RegExp(`(?<![\\d/.:-])(\\d{1,3})(?: was| were| has been| have been| got)? ${word}`, 'g'),
  /(?<![\d/.-]|\b(?:on|at|since|from|by|am|el|le) )([1-9]\d{0,2})\s?\/\s?([1-9]\d{0,2})(?![\d/]|[.-]\d)/g,
];

/** The beginning of a text in words without accents: no status is longer. */
const wordsIn = (text: string) =>
  foldSpaces(plainWords(text.slice(0, 300)))
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');

/** True if a text says that something is cancelled; as the order's own status also inside a sentence. */
export function saysCancelled(text: string, isStatus: boolean): boolean {
  if (atFirst.test(headerName(text))) return true;
  const words = isStatus ? wordsIn(text) : '';
  return !ofOther.test(words) && words.split(clauseEnd).some((one) => clause.test(one.trim()));
}

/** True if a text that says that something is cancelled means all units of a row. */
export function isWhole(text: string, quantity: number): boolean {
  const words = wordsIn(text);
  const areUnits = /\b(?:qty|quantity|units?|pcs)\b/.test(words);
  const counts = unitForms.flatMap((form) => [...words.matchAll(form)]);
  const isAll = ([, count, whole = quantity]: readonly (string | number | undefined)[]) =>
    (Number(whole) !== quantity && !areUnits) || Number(count) >= Math.max(1, quantity);
  return !inPart.test(words) && !sent.test(words) && counts.every(isAll);
}
