import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { useText } from '#web/lib/text.tsx'

type Consent = OutputOf<ProductContract, 'GET /v4/privacy/consents'>['consents'][number]

/**
 * One purpose with its consent text. The switch is a form button, so it works without JavaScript. `since`: formatted
 * date.
 */
export function ConsentSwitch({ consent, since }: { readonly consent: Consent; readonly since: string | null }) {
  const t = useText()
  const { purpose, isGiven } = consent
  return (
    <form method="post" className="card card-in privacy-consent">
      <input type="hidden" name="purpose" value={purpose} />
      <input type="hidden" name="textVersion" value={consent.textVersion} />
      <input type="hidden" name="isGiven" value={String(!isGiven)} />
      <h3 id={`${purpose}-title`}>{t(`privacy.${purpose}`)}</h3>
      <p id={`${purpose}-text`}>{consent.text}</p>
      <div className="privacy-choice">
        <button
          className="privacy-switch"
          id={`consent-${purpose}`}
          name="act"
          value="consent"
          role="switch"
          aria-checked={isGiven}
          aria-labelledby={`${purpose}-title`}
          aria-describedby={`${purpose}-text`}
        >
          <span aria-hidden="true" />
        </button>
        <span className="quiet small">{since ? t('privacy.agreed', { date: since }) : t('privacy.not-agreed')}</span>
      </div>
    </form>
  )
}
