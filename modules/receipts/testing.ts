import { localDate } from '#shared/calendar.ts'
import type { SnapshotGift, SnapshotIssuer, SnapshotRequest } from './rules/snapshot.ts'

export const anIssuer = (over: Partial<SnapshotIssuer> = {}): SnapshotIssuer => ({
  id: 7n,
  name: 'Umeed Trust',
  nameAr: 'مؤسسة أميد',
  country: 'GB',
  postalAddress: '4 Sample Lane\nLeicester\nLE1 0XX\nUnited Kingdom',
  registration: 'Charity no. 0000001 (demo)',
  receiptRegime: 'uk',
  signatory: null,
  ...over,
})

/** 50.00 with a tip of 3.20, unless told otherwise. */
export const aSnapshotGift = (over: Partial<SnapshotGift> = {}): SnapshotGift => ({
  donationId: '01935b1e-0000-7000-8000-000000000001',
  campaignId: 12n,
  campaign: 'Clean water for Tharparkar',
  gift: 5000n,
  tip: 320n,
  coveredFee: 0n,
  benefit: 0n,
  isZakat: false,
  giftAid: false,
  taxReceipt: false,
  ...over,
})

/** What a receipt is made of: one gift in pounds to a British charity on 20 November 2026, unless told otherwise. */
export const aSnapshotRequest = (over: Partial<SnapshotRequest> = {}): SnapshotRequest => ({
  number: '7-2026-000001',
  serial: 1n,
  issuer: anIssuer(),
  currency: 'GBP',
  gifts: [aSnapshotGift()],
  donor: { name: 'Amina Yusuf', address: null },
  locale: 'en',
  payment: { method: 'card', brand: 'visa', last4: '4242' },
  givenOn: localDate('2026-11-20'),
  issuedOn: localDate('2026-11-20'),
  issuedAt: new Date('2026-11-20T12:00:02Z'),
  ...over,
})
