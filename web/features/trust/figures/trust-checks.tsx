import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { useText } from '#web/lib/text.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

type Check = NonNullable<OutputOf<ProductContract, 'GET /v4/trust'>['figures']>['checks'][number]
/** `lastRun`: in the reader's language. */
export type ShownCheck = Pick<Check, 'name' | 'breaches'> & { readonly lastRun: string }

/** The checks with a text of their own; operators may add others. */
// oxfmt-ignore
const known = [
  'Q1', 'Q2', 'Q3', 'Q4', 'Q6', 'Q7', 'Q8', 'Q9', 'Q10', 'Q11', 'Q12', 'Q13', 'Q14', 'Q15', 'Q16', 'Q17', 'Q18', 'Q19',
  'Q21', 'Q23',
] as const

/** The result of the last run of each check. */
export function TrustChecks({ checks }: { readonly checks: readonly ShownCheck[] }) {
  const t = useText()
  const failed = checks.filter(({ breaches }) => breaches > 0).length
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">{t('trust.checks')}</h2>
      <p>{t('trust.checks-text')}</p>
      {checks.length === 0 ? (
        <p className="notice">{t('trust.checks-none')}</p>
      ) : (
        <>
          <p className={failed === 0 ? 'notice' : 'notice notice-problem'}>
            {failed === 0
              ? t('trust.checks-ok', { count: checks.length })
              : t('trust.checks-breaches', { count: failed })}
          </p>
          <details>
            <summary>{t('trust.checks-list')}</summary>
            <ScrollRegion label={t('trust.checks-list')}>
              <table className="table table-cards">
                <thead>
                  <tr>
                    <th scope="col">{t('trust.check')}</th>
                    <th scope="col">{t('trust.result')}</th>
                    <th scope="col">{t('trust.last-run')}</th>
                  </tr>
                </thead>
                <tbody>
                  {checks.map(({ name, breaches, lastRun }) => (
                    <tr key={name}>
                      <th scope="row">{t(`trust.check-${known.find((code) => code === name) ?? 'other'}`)}</th>
                      <td data-label={t('trust.result')}>
                        {breaches === 0 ? t('trust.ok') : t('trust.breaches', { count: breaches })}
                      </td>
                      <td data-label={t('trust.last-run')}>
                        <bdi>{lastRun}</bdi>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollRegion>
          </details>
        </>
      )}
    </section>
  )
}
