import { api } from '../../lib/api.ts'
import type { Paid } from './pay.ts'

/** Words of support beside a paid gift, in the name of whoever gave it. */
export async function sayWords(paid: Paid, of: { words: string; campaignId: string; name: string; location: string }): Promise<void> {
  const userId = paid.guest?.id ?? (await api('GET /v4/me', {})).userId ?? undefined
  await api(
    'POST /v4/donations/comment',
    { userId, campaignId: of.campaignId, donationId: paid.id, comment: of.words, userDisplayName: of.name, userDisplayLocation: of.location },
    paid.guest ? { headers: { authorization: `Bearer ${paid.guest.token}` } } : {},
  )
}
