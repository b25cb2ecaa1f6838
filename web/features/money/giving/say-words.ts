import { api } from '../../../lib/api.ts'
import type { Paid } from './pay.ts'

/**
 * Words of support beside a paid gift, in the name of whoever gave it; shown under the name and the place of the gift.
 */
export async function sayWords(paid: Paid, campaignId: string, words: string): Promise<void> {
  const userId = paid.guest?.id ?? (await api('GET /v4/me', {})).userId ?? undefined
  await api(
    'POST /v4/donations/comment',
    { userId, campaignId, donationId: paid.id, comment: words.trim() },
    paid.guest ? { headers: { authorization: `Bearer ${paid.guest.token}` } } : {},
  )
}
