/** The enumerations of the reference, without zod: flags, completion and suggestions need them. */
import { typedWords } from '../lib/words';

/** "States and transitions": the ten values of a buying group order's `status`. */
export const buyingGroupStatuses = typedWords(
  'purchased shipped partially_delivered delivered partially_received received',
  'partially_paid issue paid cancelled',
);

/** "States and transitions": the six values of a gift card order's `status`. */
export const giftCardStatuses = typedWords(
  'purchased submitted partially_paid issue paid cancelled',
);

/** Nothing more is expected of an order in one of these. Any other status, even an unknown one, is open. */
export const settledStatuses: readonly string[] = ['paid', 'cancelled'];

export const sources = ['dashboard', 'extension', 'csv_import', 'api', 'email_automation'] as const;

/** "TrackingNumber". */
export const carriers = typedWords('usps ups fedex amazon doordash ontrac lasership unknown');

/** "RedemptionCode". */
export const redemptionCodeKinds = ['gift_card', 'voucher', 'credit', 'other'] as const;

/** "Cashback". */
export const rewardTypes = ['cashback', 'points_miles'] as const;

/** "Buying group IDs": the featured ones; the field itself takes any string. */
export const featuredBuyingGroups = typedWords(
  'bfmr buying_group points_4_days max_out_deals mvp_buying_group earn_from_buying',
  'points_cash_back buy_get_rewards u_earn_points buyers_for_points power_buy_network',
  'big_deal_points buy_get_paid u_buy_we_pay',
);

/** "GiftCardOrder": the platforms known by name; there are custom ones too. */
export const featuredPlatforms = typedWords('aligned_incentives card_center card_cash qgcg');

/** "Errors": every documented code and its HTTP status. */
export const errorStatuses = {
  invalid_request: 400,
  bad_request: 400,
  invalid_input: 400,
  unauthorized: 401,
  plan_required: 403,
  not_found: 404,
  duplicate_order_number: 409,
  rate_limited: 429,
  internal_error: 500,
} as const;

/** Members of a redemption code that are as good as money to anyone who reads them: always masked. */
export const secretCodeFields = ['code', 'pin'] as const;

/** "Authentication": the two headers of every request. */
export const credentialHeaders = { key: 'x-api-key', secret: 'x-api-secret' } as const;

export type BuyingGroupStatus = (typeof buyingGroupStatuses)[number];
export type GiftCardStatus = (typeof giftCardStatuses)[number];
export type Carrier = (typeof carriers)[number];
export type ErrorCode = keyof typeof errorStatuses;

/** `HH:mm` or `HH:mm:ss` (Conventions, 2). */
export const timeForm = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
