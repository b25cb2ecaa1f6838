import { api } from '#web/lib/api.ts'
import type { Paid } from './pay.ts'

/** Posts words of support for a paid donation as its donor, with the donation's public name and place. */
export async function postSupportMessage(paid: Paid, campaignId: string, words: string): Promise<void> {
  const userId = paid.guest?.id ?? (await api('GET /v4/me', {})).userId ?? undefined
  await api(
    'POST /v4/donations/comment',
    { userId, campaignId, donationId: paid.id, comment: words.trim() },
    paid.guest ? { headers: { authorization: `Bearer ${paid.guest.token}` } } : {},
  )
}
