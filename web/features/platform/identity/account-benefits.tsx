import { useText } from '#web/lib/text.tsx'

const benefits = ['receipts', 'regular', 'zakat', 'cards'] as const

/** The benefits of an account, next to the login and sign-up forms. */
export function AccountBenefits() {
  const t = useText()
  return (
    <aside className="login-benefits" aria-labelledby="benefits">
      <h2 id="benefits">{t('benefits.title')}</h2>
      <ul>
        {benefits.map((name) => (
          <li key={name}>
            <p className="strong">{t(`benefits.${name}`)}</p>
            <p className="small">{t(`benefits.${name}-text`)}</p>
          </li>
        ))}
      </ul>
    </aside>
  )
}
