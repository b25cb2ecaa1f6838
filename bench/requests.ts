import { randomUUID } from 'node:crypto'
import { networkAddressOf } from './journey.ts'
import type { Load } from './load.ts'

type LoadRequest = ReturnType<Load['next']>

/** Encodings of a current browser. */
export const browserEncodings = 'gzip, deflate, br, zstd'

/** Requests the page of a fundraiser; with the encoding `identity` it isn't compressed. */
export const pageRequest = (slug: string, encoding = browserEncodings): LoadRequest => ({
  method: 'GET',
  path: `/v4/campaign/${slug}`,
  headers: { 'accept-encoding': encoding },
})

/** Donates 20 dollars as a new guest with an IP address of its own. */
export function donationRequest(campaignId: string): LoadRequest {
  const donor = randomUUID()
  return {
    method: 'POST',
    path: `/api/donate/donate/${campaignId}`,
    headers: {
      'content-type': 'application/json',
      'session-id': donor,
      'idempotency-key': donor,
      'x-forwarded-for': networkAddressOf(donor),
    },
    body: JSON.stringify({
      amount: '20',
      feeAmount: '3.20',
      currency: 'USD',
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      guest: { email: `${donor}@example.org`, name: 'Amina Yusuf' },
    }),
  }
}
