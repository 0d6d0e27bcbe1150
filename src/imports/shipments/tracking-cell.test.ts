import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/tier';
import { carrierVerdict, isProven } from '../../contract/carriers';
import { readTrackingCell } from './tracking-cell';

const ups = '1Z999AA10123456784';
const otherUps = '1Z4322050399088089';
const usps = '9400111202555842332669';
const order = '800458530';

const read = (cell: string, orderNumber = order) =>
  readTrackingCell(cell, orderNumber).map(
    ({ trackingNumber, junk }) => junk?.code ?? trackingNumber,
  );

test('an ellipsis cuts a number like three dots', () => {
  expect(read('94001112025558423…')).toEqual(['cut_number']);
});

test('dots beside a whole number do not cut it', () => {
  expect(read(`see note... ${ups} …`)).toEqual([ups]);
});

describe('junk is never a tracking number', () => {
  test.each([
    ['n/a', 'no_digit'],
    ['N/A', 'no_digit'],
    ['TBD', 'no_digit'],
    ['-', 'no_digit'],
    ['/', 'no_digit'],
    ['pending', 'no_digit'],
    ['not shipped yet', 'no_digit'],
    ['LeatherGoods', 'no_digit'],
    ['Doordash dasher', 'no_digit'],
    ['???', 'no_digit'],
    ['UPS', 'carrier_name'],
    ['usps', 'carrier_name'],
    ['FedEx', 'carrier_name'],
    ['UPS Ground', 'carrier_name'],
    ['FedEx 2Day', 'carrier_name'],
    ['UPS 2nd Day Air', 'carrier_name'],
    ['Tracking', 'header_word'],
    ['TRK', 'header_word'],
    ['1Z43220503990...', 'cut_number'],
    [`${ups}, 1Z43220503990...`, 'cut_number'],
    ['1Z432205...88089', 'cut_number'],
    ['12345', 'too_short'],
    ['T1', 'too_short'],
    ['1-2-3-4', 'too_short'],
    ['UPS 1', 'too_short'],
    ['Box 2', 'too_short'],
    [order, 'own_order_number'],
    [`Order ${order}`, 'own_order_number'],
    [`#${order}`, 'own_order_number'],
    ['9.4E+21', 'spreadsheet_number'],
    ['9,4e21', 'spreadsheet_number'],
    ['1E+12', 'spreadsheet_number'],
    ['406.4E+9', 'spreadsheet_number'],
    ['94.0E+18', 'spreadsheet_number'],
    ['940,011E+19', 'spreadsheet_number'],
    ['UPS: 9.4E+21', 'spreadsheet_number'],
    ['9400157091450320000000.0', 'spreadsheet_number'],
    ['9400157091450320000000,00', 'spreadsheet_number'],
    ['9400157091450320027648.0', 'spreadsheet_number'],
    ['#N/A', 'spreadsheet_error'],
    ['#DIV/0!', 'spreadsheet_error'],
    ['########', 'spreadsheet_error'],
    ['2025-11-20', 'date'],
    ['ETA 11/20/2025', 'no_number'],
    ['9400 1112', 'several_pieces'],
    ['call 555 123 4567', 'several_pieces'],
    ['12, 345, 678', 'several_pieces'],
    ['box 1 of 2', 'several_pieces'],
    ['1Z8333510383029203 1Z9710530377999039 1', 'several_pieces'],
    ['1 1Z8333510383029203 and 1Z9710530377999039', 'several_pieces'],
    ['$1234.56', 'no_number'],
    ['$1,234,567.89', 'no_number'],
    ['1234.56 €', 'no_number'],
    ['USD 123456.78 paid', 'no_number'],
    ['sam@example.com1', 'no_number'],
    ['sam.123456@example.com', 'no_number'],
    ['EUR1299.00', 'no_number'],
    ['1299.00', 'decimal'],
    ['45981.60625', 'decimal'],
    ['26124716333.0', 'decimal'],
    ['12345678,0', 'decimal'],
    ['...332669', 'cut_number'],
    ['1Z999AA1012345****', 'cut_number'],
    ['9400111202555842XXXXXX', 'cut_number'],
    [`${ups}${otherUps}`, 'several_pieces'],
    ['TBA123456789012TBA123456789013', 'several_pieces'],
    ['94001112025558400123411Z999AA10123456784', 'several_pieces'],
    [`TBA310000000011${ups}`, 'several_pieces'],
    [`${ups}987654321010`, 'several_pieces'],
    [`987654321010${ups}${otherUps}`, 'several_pieces'],
    // Each of these passes a carrier's check digit.
    ['SKU: 123456789012', 'no_number'],
    ['IMEI 356938035643809', 'no_number'],
    ['Acct# 123456789012', 'no_number'],
    ['Order #261247163330', 'no_number'],
    ['2000123-45678903', 'no_number'],
    ['12-34567-89012', 'no_number'],
    ['see order 112-1111111-1111111', 'no_number'],
    ['BBY01 261247163330', 'no_number'],
    ['+44 20 1234 5678', 'no_number'],
    ['+15551234567', 'no_number'],
    ['555-123-4567', 'no_number'],
    ['call 1-800-463-3334', 'no_number'],
    ['555 123 4566', 'several_pieces'],
    ['S/N: 422375453471102', 'no_number'],
    ['3752 772835 17390', 'no_number'],
    ['https://shop.example.com/p/006920351747', 'no_number'],
    ['https://www.walmart.com/orders/200012345678903', 'no_number'],
    ['https://www.amazon.com/progress-tracker/package/?shipmentId=UnXtmbQ2W4', 'no_number'],
    ['see https://www.ups.com/', 'no_digit'],
    ['https://www.ups.com/track?loc=en_US&page=2', 'no_number'],
  ])('%j is %s', (cell, code) => {
    expect(read(cell)).toEqual([code]);
    const [one] = readTrackingCell(cell, order);
    expect(one).toMatchObject({
      trackingNumber: cell,
      junk: { message: expect.stringMatching(/^"/) },
    });
  });

  test('names the piece of a cell that is not one', () => {
    const said = (cell: string) => readTrackingCell(cell, order).map(({ junk }) => junk?.message);
    expect(said('foo1; bar')).toEqual([
      expect.stringMatching(/^"foo1" is not a tracking number: it has fewer than/),
    ]);
    expect(said(`${ups} ${otherUps} 1`)).toEqual([
      expect.stringMatching(/ has several .* not all/),
    ]);
    expect(said('123 456 1')).toEqual([expect.stringMatching(/ has several .* and none/)]);
    expect(said(`bar; 12, ${ups}`)).toEqual([expect.stringMatching(/^"12" is not/), undefined]);
  });

  test('finds none in an empty cell', () => {
    for (const cell of ['', '  ', '\u200b', '\ufeff ']) expect(read(cell)).toEqual([]);
  });

  test("recognizes the order's own number however it is written", () => {
    expect(read('bby01 804741959996', 'BBY01-804741959996')).toEqual(['own_order_number']);
    expect(read(ups, ups.toLowerCase())).toEqual(['own_order_number']);
  });
});

describe('words, labels and links around a number are stripped', () => {
  test.each([
    `UPS: ${ups}`,
    `ups ${ups.toLowerCase()}`,
    `Tracking # ${ups}`,
    `Tracking #: ${ups}`,
    `Tracking number ${ups} (UPS)`,
    `TRK#${ups}`,
    `UPS-${ups}`,
    `UPS${ups}`,
    `${ups} delivered 12/03`,
    `${ups}, delivered`,
    `Shipped 2025-11-20, ${ups}`,
    `${ups} 2 boxes`,
    `${ups} $1,234.56`,
    `$12345.67; ${ups}`,
    `sam123456@example.com ${ups}`,
    `Order ${order}: ${ups}`,
    `${ups}.`,
    `"${ups}"`,
    `<${ups}>`,
    `\u200b${ups}\ufeff`,
    '1Z 999 AA1 01 2345 6784',
    '1Z-999-AA1-01-2345-6784',
    '1Z999AA1\u20110123\u20114567\u201184',
    `${ups}, delivered Nov 20, 2025 at 2:33 PM`,
    `${ups}, 4 Nov 2025`,
    `11/07/2025 16:00:47, ${ups}`,
    `112-1111111-1111111: ${ups}`,
    `SKU ${ups}`,
    `Order no. ${ups}`,
    `https://www.bestbuy.com/trackshipment?orderNumber=123456789012&trackingNumber=${ups}`,
    `https://www.ups.com/track?tracknum=${ups}`,
    `https://www.ups.com/track?loc=en_US&tracknum=${ups}&requester=ST/trackdetails`,
    `UPS https://wwwapps.ups.com/WebTracking/track?track=yes&trackNums=${ups}`,
    `www.ups.com/track?tracknum=${ups.toLowerCase()}`,
    `ups.com/track?InquiryNumber1=${ups}`,
    `${ups} https://www.ups.com/track?loc=en`,
  ])('%j', (cell) => {
    expect(read(cell)).toEqual([ups]);
  });

  test.each([
    ['https://www.fedex.com/fedextrack/?trknbr=261247163330&trkqual=x', '261247163330'],
    ['https://tools.usps.com/go/TrackConfirmAction?qtc_tLabels1=9400111202555842332669', usps],
    ['https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111202555842332669', usps],
    ['https://www.dhl.com/us-en/home/tracking.html?tracking-id=1234567891', '1234567891'],
    ['https://www.lasership.com/track/1LS728673625151', '1LS728673625151'],
    ['https://www.ontrac.com/tracking/?number=C10999911320231', 'C10999911320231'],
    ['AMZN_US(TBA123456789012)', 'TBA123456789012'],
    ['AMZN_US (tba123456789012)', 'TBA123456789012'],
    ['261247163330.0', '261247163330'],
    ['261247163330,00', '261247163330'],
    ['Ref 261247163330', '261247163330'],
    ['https://parcels.example.com/tracking/261247163331', '261247163331'],
    ['https://track.example.com/261247163330', '261247163330'],
    ['https://example.com/track/fedex/261247163330', '261247163330'],
    // Joined it would be a number that passes.
    ['639891-633273', '639891-633273'],
    ['261247163331.0', '261247163331'],
    ['123456789012345.00', '123456789012345'],
    [`${usps}.0`, usps],
    ['$261247163330', '261247163330'],
    ['Lasership: ABCD123456', 'ABCD123456'],
  ])('%j', (cell, number) => {
    expect(read(cell)).toEqual([number]);
  });

  test('sends letters of known forms in upper case, others unchanged', () => {
    expect(read('1z999aa10123456784')).toEqual([ups]);
    expect(read('1z999aa10123456785')).toEqual(['1Z999AA10123456785']);
    expect(read('abCD123456')).toEqual(['abCD123456']);
  });
});

describe('several numbers', () => {
  test.each([
    [`${ups},${otherUps}`, [ups, otherUps]],
    [`${ups}; ${otherUps}`, [ups, otherUps]],
    [`${ups}|${otherUps}`, [ups, otherUps]],
    [`${ups}\n${otherUps}\r\n${usps}`, [ups, otherUps, usps]],
    [`${ups} ${otherUps}`, [ups, otherUps]],
    [`${ups} / ${otherUps}`, [ups, otherUps]],
    [`${ups}-${otherUps}`, [ups, otherUps]],
    ['261247163330+518921738170', ['261247163330', '518921738170']],
    [`${ups}_${usps}_TBA123456789012`, [ups, usps, 'TBA123456789012']],
    [`${ups} and ${otherUps}`, [ups, otherUps]],
    [`${ups} ${otherUps} 2025-11-20`, [ups, otherUps]],
    [`Order ${order}: ${ups} ${otherUps}`, [ups, otherUps]],
    [`UPS: ${ups}, USPS: ${usps}`, [ups, usps]],
    [`AMZN_US(TBA123456789012),AMZN_US(TBA123456789013)`, ['TBA123456789012', 'TBA123456789013']],
    [`${ups}, 9400 1112 0255 5842 3326 69`, [ups, usps]],
    [`${ups}, TBD`, [ups]],
    [`${ups}, 12`, [ups, 'too_short']],
    [`${ups}, ABCD123456`, [ups, 'ABCD123456']],
    [`${ups} ABCD123456`, ['several_pieces']],
    [`https://ups.com/track?tracknum=${ups},${otherUps}`, [ups, otherUps]],
    [', ;', ['no_digit']],
  ])('%j', (cell, numbers) => {
    expect(read(cell)).toEqual(numbers);
  });

  test.each([
    '9400 1112 0255 5842 3326 69',
    '9400-1112-0255-5842-3326-69',
    'USPS 9400 1112 0255 5842 3326 69',
    '9,400,111,202,555,842,332,669',
  ])('%j is one number in groups', (cell) => {
    expect(read(cell)).toEqual([usps]);
  });
});

describe('a number that is left of words is judged by all of them', () => {
  test.each([
    ['picked up 123456789, call 123456790', 'several_pieces'],
    ['picked up 5551234567, call later', 'several_pieces'],
    ['picked up, receipt 123456789012', 'no_number'],
    ['gate code 123456, ring twice', 'no_number'],
    ['gate code 123456', 'no_number'],
    ['gate code A12345', 'no_number'],
    ['code 123456', 'several_pieces'],
    ['picked up 123456789', 'several_pieces'],
    ['ring twice; 123456789', 'several_pieces'],
    ['123456789\nleave at the door', 'several_pieces'],
    ['123456789, 555-123-4567', 'several_pieces'],
    ['123456789 (555) 123-4567', 'several_pieces'],
    ['ABX123456, ring twice', 'several_pieces'],
    ['parcel 123456789', '123456789'],
    ['Tracking code: 123456789', '123456789'],
    ['UPS 123456789', '123456789'],
    ['123456789,', '123456789'],
    ['261247163330, ring twice', '261247163330'],
    [`${ups}, gate code 123456`, ups],
    [`${ups}, picked up, call me`, ups],
  ])('%j is %s', (cell, expected) => {
    expect(read(cell)).toEqual([expected]);
  });
});

describe('a link gives every number in it, or none', () => {
  const fedex = ['261247163330', '518921738170'] as const;

  test.each([
    [
      `https://ups.com/tracking.cgi?tracknums_displayed=5&InquiryNumber1=${ups}&InquiryNumber2=${otherUps}&InquiryNumber3=`,
    ],
    [`https://www.ups.com/track?tracknum=${ups}&tracknum=${otherUps}`],
    [
      `https://www.ups.com/track?tracknum=${ups}&tracknum=${otherUps.toLowerCase()}&tracknum=${ups}`,
      [ups, otherUps.toLowerCase()],
    ],
    [`https://www.ups.com/track?a=${ups}&b=${otherUps}`],
    [`https://www.ups.com/track?tracknums=${ups}+${otherUps}`],
    [`https://www.ups.com/track?tracknum=${ups}%0D%0A${otherUps}`],
    [`https://www.ups.com/track?tracknum=${ups}%3B${otherUps}`],
    [`https://parcels.example.com/track/${ups}/${otherUps}`],
    [`https://tools.example.com/#nums=${ups}&more=${otherUps}`],
    [
      `https://www.fedex.com/fedextrack/?trknbr=${fedex[0]}&trkqual=2458~${fedex[0]}~FX`,
      [fedex[0]],
    ],
    [`https://www.fedex.com/?trknbr=${fedex[0]}&trackingnumber=${fedex[1]}`, fedex],
    [
      'https://tools.usps.com/go/TrackConfirmAction?qtc_tLabels1=9400111899223197000013&qtc_tLabels2=9400111899223197000020',
      ['9400111899223197000013', '9400111899223197000020'],
    ],
    [
      `https://gofo.example.com/?track1=GFUS01000000000017&track2=GFUS01000000000025`,
      ['GFUS01000000000017', 'GFUS01000000000025'],
    ],
  ])('%s', (cell, expected = [ups, otherUps]) => {
    expect(read(cell)).toEqual(expected.map((number) => number.toUpperCase()));
  });

  test.each([
    [
      'a wrong check digit',
      `https://ups.com/?InquiryNumber1=${ups}&InquiryNumber2=1Z4322050399088088`,
    ],
    ['a part of a number', `https://ups.com/?InquiryNumber1=${ups}&InquiryNumber2=432205039`],
    [
      'a number of something else',
      `https://www.fedex.com/?trknbr=${fedex[0]}&customer=${fedex[1]}`,
    ],
    [
      'two numbers of no known form',
      'https://parcels.example.com/?tracknum=123456789&tracknum=123456780',
    ],
  ])('is invalid as a whole with %s', (_, cell) => {
    for (const text of [cell, `${cell}, ${otherUps}`]) {
      expect(readTrackingCell(text, order)).toMatchObject([
        { trackingNumber: text, junk: { code: 'several_pieces' } },
      ]);
    }
  });
});

describe('numbers of a carrier that is not known', () => {
  const [one, other] = ['GFUS01000000000017', 'GFUS01000000000025'];

  test.each([
    [`${one}, ${other}`, [one, other]],
    [`${one};${other}`, [one, other]],
    [`${one} | ${other}`, [one, other]],
    [`${one}\n${other}\r\n`, [one, other]],
    [`, ${one},, ${other}; `, [one, other]],
    [`${one}, ${one}`, [one, one]],
    [`${one}, ${other}, GFUS01000000000033`, [one, other, 'GFUS01000000000033']],
    ['SPXLAX000000000017 | SPXLAX000000000025', ['SPXLAX000000000017', 'SPXLAX000000000025']],
    ['TBM619000000011\nTBM619000000029', ['TBM619000000011', 'TBM619000000029']],
    [`${ups}, UUSC0000000000017`, [ups, 'UUSC0000000000017']],
    [`UUSC0000000000017; ${ups}; ${one}`, ['UUSC0000000000017', ups, one]],
    [`${one}, ${other}, TBD`, [one, other]],
    [`${one}, ${other} (2 boxes)`, [one, other]],
    [`GOFO: ${one}, GOFO: ${other}`, [one, other]],
    [`${one}, ${other}, 2025-11-20`, [one, other]],
    [`${one}, PO ABC1234567`, [one]],
    ['UUSC0000000000025 (2 boxes)', ['UUSC0000000000025']],
    ['UUSC0000000000025 2 boxes', ['UUSC0000000000025']],
    ['UUSC0000000000025, 2 boxes', ['UUSC0000000000025']],
    [
      'https://www.gofoexpress.com/tracking.html?searchID=GFUS01000000000033',
      ['GFUS01000000000033'],
    ],
    [`https://t.17track.net/en#nums=${one},${other}`, [one, other]],
    ['https://parcels.example.com/UUSC0000000000025', ['UUSC0000000000025']],
    [`${one} https://www.gofoexpress.com/?searchID=${other}`, [one, other]],
    ['tbc038000000037', ['TBC038000000037']],
    [`${one}, 12`, [one, 'too_short']],
    [`${ups}, 987654321`, [ups, 'several_pieces']],
    [`${ups}, PO4512345`, [ups, 'several_pieces']],
    [`${ups}; gfus01000000000017`, [ups, 'several_pieces']],
    [`${one}, UUSC0000000000017`, ['several_pieces']],
    [`${one}, GFUS0100000000002`, ['several_pieces']],
    [`${one} ${other}`, ['several_pieces']],
    ['UUSC0000000000 025', ['several_pieces']],
    ['foo1234567890, foo1234567891', ['several_pieces']],
    ['ABC12345, ABC12346', ['several_pieces']],
    ['ABCDEFGH12345, ABCDEFGH12346', ['several_pieces']],
    ['1234567GF, 1234568GF', ['several_pieces']],
    ['foo1; bar', ['too_short']],
    ['12, 345, 678', ['several_pieces']],
    ['see PO 4512, 4513', ['too_short']],
    ['555-123-4567, 555-123-4568', ['no_number']],
    ['2026-03-01, 2026-03-02', ['several_pieces']],
  ])('%j', (cell, expected) => {
    expect(read(cell)).toEqual(expected);
  });

  const like = fc
    .tuple(fc.stringMatching(/^[A-Z]{1,6}$/), fc.integer({ min: 9, max: 16 }))
    .chain(([letters, length]) =>
      fc.array(
        fc.stringMatching(new RegExp(`^\\d{${length}}$`)).map((digits) => letters + digits),
        { minLength: 2, maxLength: 5 },
      ),
    )
    .filter((all) => all.every((number) => carrierVerdict(number).kind === 'no_form'));

  test('are all sent if they look alike, in order', () => {
    fc.assert(
      fc.property(like, fc.constantFrom(',', '; ', ' | ', '\n', ',, '), (numbers, separator) => {
        expect(read(numbers.join(separator))).toEqual(numbers);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('digits beside a number are never joined to it', () => {
  const digits = (length: number) =>
    fc
      .stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`))
      .filter((one) => !one.includes('000'));
  const lastDigits = [...'0123456789'];
  const wanted = (kind: 'valid' | 'wrong_check') =>
    digits(11).map((start) => {
      const last = lastDigits.find((digit) => carrierVerdict(start + digit).kind === kind);
      return start + last;
    });
  const valid = wanted('valid').filter((one) => carrierVerdict(one).kind === 'valid');
  const wrong = wanted('wrong_check').filter((one) => carrierVerdict(one).kind === 'wrong_check');
  const day = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const beside = fc.oneof(
    day,
    day.map((one) => `(${one})`),
    day.map((one) => `${one} 17:22`),
    day.map((one) => one.split('-').toReversed().join('-')),
    day.map((one) => one.split('-').join('/')),
    fc.constantFrom(
      '12 Nov 2025',
      'Nov 12 2026',
      '100 pcs',
      'wt 12.5 lbs',
      'and 790 too',
      '1 of 2',
    ),
    fc.constantFrom('415-555-0100', '(415) 555-0100', 'phone 4155550100'),
    digits(6).map((one) => `ref ${one}`),
    digits(6).map((one) => `acct ${one}`),
    digits(6).map((one) => `Item no. ${one}`),
    digits(12).map((one) => `UPC ${one}`),
    digits(8),
  );

  test('beside a number, whether its check digit is right or wrong', () => {
    const cells = fc
      .tuple(fc.oneof(valid, wrong), beside, fc.constantFrom(' ', ' - ', ' / '), fc.boolean())
      .map(([number, text, gap, isFirst]) => ({
        number,
        cell: isFirst ? `${number}${gap}${text}` : `${text}${gap}${number}`,
      }));
    fc.assert(
      fc.property(cells, ({ number, cell }) => {
        const sent = readTrackingCell(cell, order).filter(({ junk }) => junk === undefined);
        expect([[number], []]).toContainEqual(sent.map(({ trackingNumber }) => trackingNumber));
      }),
      { numRuns: runs(3000) },
    );
  });

  test.each([
    '2026-08-12 F',
    'F (2026-08-12)',
    'Shipped 2026-08-12 F',
    'F 100 pcs',
    'F and 790 too',
  ])('a valid number is found in %j', (shape) => {
    expect(read(shape.replace('F', '252411947118'))).toEqual(['252411947118']);
  });

  test.each([
    ['94001243933283679160 17', 'several_pieces'],
    ['9400 179212776666396706', 'several_pieces'],
    ['94001792127766663967 06', 'several_pieces'],
    ['1LS 840307573692', 'several_pieces'],
    ['261247163330 2', '261247163330'],
    ['1Z999AA1 0123 4567 84', ups],
    ['TBA123456 789 012', 'TBA123456789012'],
    ['26124716 3330', '261247163330'],
    ['261247163 330', '261247163330'],
  ])('a short group that completes a number is not left out: %j is %s', (cell, expected) => {
    expect(read(cell)).toEqual([expected]);
  });

  test('two numbers of which one has a wrong check digit are both sent or neither', () => {
    fc.assert(
      fc.property(
        valid,
        wrong,
        fc.constantFrom(' ', ' / ', ' & ', ' and '),
        fc.boolean(),
        (one, other, gap, isFirst) => {
          const both = isFirst ? [one, other] : [other, one];
          expect([both, ['several_pieces']]).toContainEqual(read(both.join(gap)));
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  test.each([
    ['252411947118, ref 184174', ['252411947118']],
    ['252411947118; UPC 889842613606', ['252411947118']],
    ['UPC 889842613606', ['no_number']],
    ['item 252411947118; item 261247163330', ['252411947118', '261247163330']],
  ])('%j', (cell, expected) => {
    expect(read(cell)).toEqual(expected);
  });

  test.each(['252411947118-2', '252411947118-20251102', '2-252411947118'])('%j', (cell) => {
    expect(read(cell)).toEqual([cell]);
    expect(carrierVerdict(cell).kind).toBe('no_form');
  });

  test('two numbers in groups are two', () => {
    const grouped = (number: string) => number.replace(/(\d{3})(?=\d)/g, '$1 ');
    const pair = ['261247163330', '252411947118'];
    expect(read(pair.map(grouped).join(' / '))).toEqual(pair);
    expect(read(pair.map(grouped).join(' and '))).toEqual(pair);
  });
});

describe('groups are one number only if the joined one is proven', () => {
  const wrong = [
    '987654321 123456789',
    '4512345 12345678',
    '123456 789013',
    '12345 6789012345',
    '9400 1118 9922 3197 4284 91',
    '0307 1790 0005 2348 3742',
    '123 456 789',
    '9865 7878 8850',
    '8182 4120 0018 1012',
    '1Z SHWB 0003 0000 0016',
    '1Z SHWB 0003 0000 001',
    '1z shwb 0003 0000 0016',
    '1Z 999 AA1 01 2345 6785',
    '1Z 2612 4716 3330',
    'TBA 333 333 333 30',
    'TBA 12345678915',
    'TBC 038 000 000 03',
    'RR 123 456 784 US',
    'GM 1234567891',
    'JD 0146 0000 6281 230704',
    '1LS 7286 7362 5151',
    'LX 1234 5678 90',
    'C 1099 9911 3202 32',
    '420 10001 9400 1118 9922 3197 4284 91',
    '261247163331 2',
  ];
  const spaces = [' ', '\u00a0', '\u202f', '\u2009', '\u3000', '\u200b', '   ', '\t'];
  const labels = ['', 'USPS: ', 'Tracking # ', 'ZIP 10001, ', 'ZIP 10001 ', 'UPS '];

  test.each(wrong)('%j is sent in no spelling', (cell) => {
    for (const space of spaces) {
      for (const label of labels) {
        const spaced = label + cell.replaceAll(' ', space);
        const sent = readTrackingCell(spaced, order).filter(({ junk }) => junk === undefined);
        expect({ spaced, sent }).toEqual({ spaced, sent: [] });
      }
    }
  });

  test.each([
    ['1Z SHWB 0003 0000 0015', '1ZSHWB000300000015'],
    ['1z shwb 0003 0000 0015', '1ZSHWB000300000015'],
    ['UPS 1Z SHWB 0003 0000 0015, delivered', '1ZSHWB000300000015'],
    ['1Z 12345E 66 0527 2234', '1Z12345E6605272234'],
    ['9400 1118 9922 3197 4284 97', '9400111899223197428497'],
    ['420 10001 9400 1118 9922 3197 4284 97', '420100019400111899223197428497'],
    ['ZIP code 10001 9400 1118 9922 3197 4284 97', '9400111899223197428497'],
    ['ZIP 10001: 9400 1118 9922 3197 4284 97', '9400111899223197428497'],
    ['9865 7878 8855', '986578788855'],
    ['TBA 333 333 333 301', 'TBA333333333301'],
    ['TBC 038 000 000 037', 'TBC038000000037'],
    ['tbm 619 000 000 011', 'TBM619000000011'],
    ['RR 123 456 785 US', 'RR123456785US'],
    ['C 1099 9911 3202 31', 'C10999911320231'],
  ])('%j is %s', (cell, number) => {
    for (const space of spaces) {
      expect(read(cell.replaceAll(' ', space)).map((one) => one.toUpperCase())).toEqual([number]);
    }
  });

  test('several are several only if each is one by itself', () => {
    expect(read('1Z12345E6605272234 TBA310000000011')).toEqual([
      '1Z12345E6605272234',
      'TBA310000000011',
    ]);
    expect(read('1Z SHWB 0003 0000 0015 / TBA 333 333 333 301')).toEqual([
      '1ZSHWB000300000015',
      'TBA333333333301',
    ]);
    expect(read('1Z12345E6605272234 987654321')).toEqual(['several_pieces']);
    expect(read('1Z12345E6605272234 / 9400 1118 9922 3197 4284 91')).toEqual(['several_pieces']);
    expect(read('1Z12345E6605272234 / 987 654 321')).toEqual(['several_pieces']);
    expect(read('1Z12345E6605272234 call 555 123 4567')).toEqual(['1Z12345E6605272234']);
  });

  test('signs join no more than spaces do', () => {
    expect(read('9400-1118-9922-3197-4284-97')).toEqual(['9400111899223197428497']);
    expect(read('987654321-123456789')).toEqual(['987654321-123456789']);
    expect(read('9400_1118_9922_3197_4284_91')).toEqual(['9400_1118_9922_3197_4284_91']);
  });

  const start = fc.constantFrom('', '', '', '1Z', 'TBA', 'TBC', 'C', 'D', 'RR', '1LS', 'GM', '94');
  const gap = fc.constantFrom(' ', '\u00a0', '\u2007', '  ', ' \u200b');
  const grouped = fc
    .tuple(start, fc.array(fc.stringMatching(/^\d{1,12}$/), { minLength: 2, maxLength: 9 }))
    .chain(([letters, groups]) =>
      fc.record({
        words: fc.constant(letters === '' ? groups : [letters, ...groups]),
        gap,
        label: fc.constantFrom('', 'UPS: ', 'Tracking number ', 'zip 10001 ', 'REF '),
      }),
    );

  test('whatever is sent is a piece of the cell or passes', () => {
    fc.assert(
      fc.property(grouped, ({ words, gap, label }) => {
        const cell = label + words.join(gap);
        const pieces = `${label} ${words.join(' ')}`.toUpperCase().split(/[\s:]+/);
        const unsound = readTrackingCell(cell, order).filter(
          ({ trackingNumber, junk }) =>
            junk === undefined &&
            !pieces.includes(trackingNumber.toUpperCase()) &&
            !isProven(trackingNumber),
        );
        expect({ cell, unsound }).toEqual({ cell, unsound: [] });
      }),
      { numRuns: runs(5000) },
    );
  });

  const anyNumber = fc
    .tuple(
      fc.constantFrom('', '1Z', 'C', 'D', '94', '92', '96', '1', '0307', 'TBA'),
      fc.stringMatching(/^\d{8,21}$/),
    )
    .map((parts) => parts.join(''));
  const inFours = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');

  test('a number in groups of four is sent whole, or not at all', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        const sent = readTrackingCell(inFours(number), order).filter(
          ({ junk }) => junk === undefined,
        );
        const whole = isProven(number) ? [number] : [];
        expect({ number, sent: sent.map(({ trackingNumber }) => trackingNumber) }).toEqual({
          number,
          sent: whole,
        });
      }),
      { numRuns: runs(5000) },
    );
  });
});

describe('letters of a number stay with it', () => {
  test.each([
    ['TBA 329 717 704 077', 'TBA329717704077'],
    ['TBA 310512345678', 'TBA310512345678'],
    ['TBA: 310512345678', 'TBA310512345678'],
    ['TBA-310512345678', 'TBA310512345678'],
    ['tba 310512345678', 'TBA310512345678'],
    ['Amazon TBA 123 456 789 012', 'TBA123456789012'],
    ['EA 123 456 785 US', 'EA123456785US'],
    ['HD 261247163330', '261247163330'],
    ['HD 261247163331', 'several_pieces'],
    ['JD 0146 0000 6281 230704', 'several_pieces'],
    [`SENT ${ups}`, ups],
  ])('%j is %s', (cell, expected) => {
    expect(read(cell).map((one) => one.toUpperCase())).toEqual([expected.toUpperCase()]);
  });
});

const known = fc.constantFrom(ups, otherUps, usps, 'TBA123456789012', '261247163330');

test('finds known numbers whatever separates them, each once and in order', () => {
  fc.assert(
    fc.property(
      fc.array(known, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(',', ';', '|', '\n', ' ', ', ', '\r\n', ' ; '),
      fc.constantFrom('', 'UPS: ', 'Tracking # ', ' \u200b'),
      (numbers, separator, label) => {
        const cell = numbers.map((number) => `${label}${number}`).join(separator);
        expect(read(cell)).toEqual(numbers);
      },
    ),
    { numRuns: runs(500) },
  );
});

test("finds only numbers with a digit and six characters that are not the order's, and makes nothing up", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc
      .array(fc.oneof(known, fc.constantFrom(' ', ',', 'UPS', '12', '9400', order, '/', '(', 'x-')))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (cell) => {
      const characters = cell.normalize('NFKC').toUpperCase();
      for (const { trackingNumber, junk } of readTrackingCell(cell, order)) {
        if (junk !== undefined) continue;
        expect(trackingNumber).toMatch(/\d/);
        expect(trackingNumber.length).toBeGreaterThanOrEqual(6);
        expect(trackingNumber).not.toBe(order);
        for (const one of trackingNumber.toUpperCase()) expect(characters).toContain(one);
      }
    }),
    { numRuns: runs(5000) },
  );
});

/** Two stray quotes can make one cell of a whole file. A pattern that starts over at every place would hang. */
test.each(['9', 'A', '’', '(', '1-', '1.', 'a:', '1E', 'http://a/', '-1_', '1...'])(
  'reads a cell of 200,000 characters at once: %j',
  (piece) => {
    const cell = piece.repeat(Math.ceil(200_000 / piece.length));
    expect(readTrackingCell(cell, 'ORD-1')).toHaveLength(1);
    expect(readTrackingCell(`a${cell}b`, 'ORD-1')).toHaveLength(1);
  },
  10_000,
);
