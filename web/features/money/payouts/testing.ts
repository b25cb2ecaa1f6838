import type { Overview } from './shown-money.ts'

/** A charity's money in pounds: £4,210.40 can be paid out today. */
export const anOverview: Overview = {
  currency: 'GBP',
  free: { zakat: 100_000, rest: 356_711 },
  held: [
    {
      kind: 'rest',
      reason: 'card-payment-new',
      amount: 30_000,
      firstUntil: '2026-03-02T10:00:00Z',
      lastUntil: '2026-03-08T10:00:00Z',
    },
    { kind: 'zakat', reason: 'disputed', amount: 5_000, firstUntil: null, lastUntil: null },
  ],
  prepared: 0,
  reserve: 12_000,
  reserves: [{ reference: 'SB7', amount: 12_000, from: '2026-05-30', isDisputed: false }],
  onItsWay: 80_000,
  paid: 900_000,
  today: { total: 421_040, zakat: 100_000, rest: 356_711, reserve: 35_671, released: 0 },
  minimum: 2_000,
  reservePercent: 10,
  holds: [],
  canRequest: true,
  nextDraftOn: '2026-04-01',
}

/** The trail of a donation of £50.00 that is free and in no payout yet. */
export const aTrail = {
  currency: 'GBP',
  givenOn: '2026-02-01',
  gift: 5_000,
  zakat: 0,
  feeBearer: 'donor',
  heldUntil: null,
  isHeld: false,
  payouts: [],
  returned: 0,
}
