import { draftClaimIn } from '#modules/money/gift-aid/claims/draft-claim.ts'
import { changeClaim, findClaim } from '#modules/money/gift-aid/claims/queries/claims.ts'
import { saveSettings } from '#modules/money/gift-aid/claims/queries/settings.ts'
import { taxOnGifts } from '#modules/money/gift-aid/rules/claim-amounts.ts'
import { findAccountByEmail } from '#modules/platform/identity/queries.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import type { App } from '#server/app.ts'
import { sana } from '../accounts.ts'

const slug = 'umeed-trust'
/** Days since the charity prepared its last claim, which HMRC paid a week later. */
const daysSinceClaim = 45

/** Lets a demo charity claim Gift Aid as of some weeks ago, so that newer donations can be claimed now. */
export async function seedGiftAidClaims(app: App): Promise<void> {
  const { id: organizationId } = await app.db
    .selectFrom('organizations.organization')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const { id: accountId } = required(await findAccountByEmail(app.db, sana.email), 'account')
  const claimedAt = new Date(app.clock().getTime() - daysSinceClaim * dayMs)
  const paidAt = new Date(claimedAt.getTime() + 7 * dayMs)
  await app.write(async (tx) => {
    await saveSettings(tx, {
      organizationId,
      hmrcReference: 'XR12345',
      yearEnd: { month: 3, day: 31 },
      claimedUntil: null,
      donationIds: [],
      accountId,
      at: claimedAt,
    })
    const claimId = await draftClaimIn({ ...app, clock: () => claimedAt }, tx, {
      organizationId,
      accountId,
      ip: '192.0.2.1',
    })
    const draft = required(await findClaim(tx, organizationId, claimId), 'claim')
    await changeClaim(tx, draft, {
      state: 'submitted',
      submitted_on: localDateIn('Europe/London', claimedAt),
      submitted_at: claimedAt,
      submitted_by: accountId,
      reference: '7F4QK2',
    })
    await changeClaim(
      tx,
      { ...draft, state: 'submitted' },
      {
        state: 'paid',
        paid_on: localDateIn('Europe/London', paidAt),
        paid_at: paidAt,
        paid_by: accountId,
        paid_amount: taxOnGifts([draft.gifts]),
      },
    )
  })
}
