import { isProblem } from '#shared/problem.ts'
import { DistributedParts } from '#web/features/faith/zakat/distribution/distributed-parts.tsx'
import { shownParts } from '#web/features/faith/zakat/distribution/shown-parts.ts'
import { DonationTrail } from '#web/features/money/payouts/donation-trail.tsx'
import { trailSteps } from '#web/features/money/payouts/trail-steps.ts'
import { useMinorText } from '#web/features/money/refunds/refund-marks.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/donation-trail'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, hasPayouts, locale, params: { donationId } }) => {
    if (!hasPayouts) throw new Response(null, { status: 404 })
    const trail = await api('GET /v4/account/donations/:donationId/trail', { donationId })
    const zakat =
      trail.zakat > 0
        ? await api('GET /v4/account/donations/:donationId/zakat-distribution', { donationId }).catch(nullIfNotFound)
        : null
    return {
      donationId,
      trail,
      steps: trailSteps(trail, locale),
      zakat: zakat && { parts: shownParts(zakat.parts, locale) },
    }
  })

function nullIfNotFound(error: unknown): null {
  if (isProblem(error) && error.class === 'not-found') return null
  throw error
}

/** The trail of a donation: what happened to its money, up to the charity's account (payouts-15). */
export default function DonationTrailPage({ loaderData: { donationId, trail, steps, zakat } }: Route.ComponentProps) {
  const t = useText()
  const amount = useMinorText(trail.currency)
  const title = t('trail.title')
  return (
    <>
      <title>{title}</title>
      <p className="donation-trail-links">
        <a href={`/account/donations/${donationId}`}>{t('trail.back')}</a>
      </p>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">
          <bdi>{trail.campaign}</bdi>
          {trail.charity === trail.campaign ? null : (
            <>
              {' · '}
              <bdi>{trail.charity}</bdi>
            </>
          )}
        </p>
      </div>
      <DonationTrail trail={trail} steps={steps} />
      {zakat ? (
        <section className="stack" aria-labelledby="trail-zakat">
          <h2 id="trail-zakat">{t('trail.zakat')}</h2>
          <p>{t(zakat.parts.length > 0 ? 'trail.zakat-text' : 'trail.zakat-none', { amount: amount(trail.zakat) })}</p>
          <DistributedParts parts={zakat.parts} currency={trail.currency} />
          <p className="donation-trail-links">
            <a href={`/account/donations/${donationId}/zakat`}>{t('donation.zakat-distribution')}</a>
          </p>
        </section>
      ) : null}
    </>
  )
}
