import type { FirstStep } from '#modules/trust/moderation/rules/first-steps.ts'
import { useText } from '#web/lib/text.tsx'

/** The setting or command of each step, and its page. */
const details: Readonly<Record<FirstStep, { readonly code?: string; readonly href?: string }>> = {
  admin: { code: 'npm run sunbul -- create-admin --email …' },
  mail: { code: 'npm run sunbul -- mail test --email …' },
  payments: { code: 'PAYMENTS=…' },
  charity: { code: 'npm run sunbul -- charity create --own', href: '/staff/charities' },
  colleague: { code: 'STAFF_APPROVALS=1', href: '/staff/people' },
  'legal-pages': { code: 'CONTENT_DIR' },
}

/** What a new installation still lacks before its first donation. */
export function FirstSteps({ steps }: { readonly steps: readonly FirstStep[] }) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="first-steps">
      <h2 id="first-steps">{t('first-steps.title')}</h2>
      <p className="quiet">{t('first-steps.lead')}</p>
      <ul className="stack">
        {steps.map((step) => {
          const { code, href } = details[step]
          return (
            <li key={step}>
              <p className="strong">
                {href ? <a href={href}>{t(`first-steps.${step}`)}</a> : t(`first-steps.${step}`)}
              </p>
              <p className="quiet small">
                {t(`first-steps.${step}-text`)} <code dir="ltr">{code}</code>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
