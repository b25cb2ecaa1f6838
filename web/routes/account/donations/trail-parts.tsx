import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { Locale } from '#shared/text.ts'
import { DistributedParts } from '#web/features/faith/zakat/distribution/distributed-parts.tsx'
import { shownParts } from '#web/features/faith/zakat/distribution/shown-parts.ts'
import { DonationTrail } from '#web/features/money/payouts/donation-trail.tsx'
import { trailSteps } from '#web/features/money/payouts/trail-steps.ts'
import { useMinorText } from '#web/features/money/refunds/refund-marks.tsx'
import { useText } from '#web/lib/text.tsx'

type Trail = OutputOf<ProductContract, 'GET /v4/account/donations/:donationId/trail'>
type Distribution = Pick<OutputOf<ProductContract, 'GET /v4/account/donations/:donationId/zakat-distribution'>, 'parts'>

/** Returns a trail with its steps and zakat in the donor's language; `zakat` null: none, or it isn't known. Server only. */
export const shownTrail = (trail: Trail, zakat: Distribution | null, locale: Locale) => ({
  trail,
  steps: trailSteps(trail, locale),
  zakat: zakat && { parts: shownParts(zakat.parts, locale) },
})

/** The trail of one donation: its fundraiser, five steps, and how the charity distributed its zakat. */
export function TrailParts({
  shown: { trail, steps, zakat },
  zakatUrl,
}: {
  readonly shown: ReturnType<typeof shownTrail>
  /** The page of the zakat; only the account of the donation has one. */
  readonly zakatUrl?: string
}) {
  const t = useText()
  const amount = useMinorText(trail.currency)
  const zakatId = `trail-zakat-${trail.donationId}`
  return (
    <>
      <p className="quiet">
        <bdi>{trail.campaign}</bdi>
        {trail.charity === trail.campaign ? null : (
          <>
            {' · '}
            <bdi>{trail.charity}</bdi>
          </>
        )}
      </p>
      <DonationTrail trail={trail} steps={steps} />
      {zakat ? (
        <section className="stack" aria-labelledby={zakatId}>
          <h2 id={zakatId}>{t('trail.zakat')}</h2>
          <p>{t(zakat.parts.length > 0 ? 'trail.zakat-text' : 'trail.zakat-none', { amount: amount(trail.zakat) })}</p>
          <DistributedParts parts={zakat.parts} currency={trail.currency} />
          {zakatUrl ? (
            <p className="donation-trail-links">
              <a href={zakatUrl}>{t('donation.zakat-distribution')}</a>
            </p>
          ) : null}
        </section>
      ) : null}
    </>
  )
}
