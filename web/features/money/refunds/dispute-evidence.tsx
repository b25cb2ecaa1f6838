import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { useText } from '#web/lib/text.tsx'

type DisputeEvidence = NonNullable<OutputOf<ProductContract, 'GET /v4/staff/donations/:intentId'>['disputeEvidence']>

/** Formats an instant to the second in UTC, so that the bank can compare it with its records. */
const instant = (iso: string) => `\u2066${iso.slice(0, 19).replace('T', ' ')} UTC\u2069`

/** The evidence for a disputed payment: what is known about how it was made. */
export function DisputeEvidenceSection({ evidence }: { readonly evidence: DisputeEvidence }) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="dispute-evidence">
      <h2 id="dispute-evidence">{t('dispute-evidence.title')}</h2>
      <p className="quiet">{t('dispute-evidence.lead')}</p>
      <dl className="lines staff-facts">
        <dt>{t('dispute-evidence.submitted')}</dt>
        <dd>{instant(evidence.submittedAt)}</dd>
        <dt>{t('dispute-evidence.ip')}</dt>
        <dd>{evidence.ip ? <bdi dir="ltr">{evidence.ip}</bdi> : t('dispute-evidence.absent')}</dd>
        <dt>{t('dispute-evidence.authentication')}</dt>
        <dd>{t(evidence.isAuthenticated ? 'dispute-evidence.authenticated' : 'dispute-evidence.not-authenticated')}</dd>
        {evidence.agreed ? (
          <>
            <dt>{t('dispute-evidence.agreed')}</dt>
            <dd>
              {evidence.agreed.ip
                ? t('dispute-evidence.agreed-from', {
                    when: instant(evidence.agreed.at),
                    ip: `\u2066${evidence.agreed.ip}\u2069`,
                  })
                : instant(evidence.agreed.at)}
            </dd>
          </>
        ) : null}
      </dl>
      {evidence.agreed ? (
        <>
          <p className="strong">{t('dispute-evidence.mandate-text')}</p>
          <blockquote>
            <bdi>{evidence.agreed.text}</bdi>
          </blockquote>
        </>
      ) : null}
    </section>
  )
}
