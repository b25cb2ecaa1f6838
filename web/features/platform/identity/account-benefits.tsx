import { useText } from '../../../lib/text.tsx'

const benefits = ['receipts', 'regular', 'zakat', 'cards'] as const

/** What an account is good for, beside the forms to log in and to sign up. */
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
