import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

/** The secret for an authenticator app, as a QR code and as text. */
export type Setup = { readonly secret: string; readonly qr: string }

/** Shows the secret and asks for the first code; without a secret, asks for a code only. */
export function AuthenticatorSetup({
  setup,
  error,
}: {
  readonly setup: Setup | undefined
  readonly error?: string | undefined
}) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="setup">
      <h2 id="setup">{t('two-factor.setup')}</h2>
      {setup ? (
        <>
          <p>{t('two-factor.scan')}</p>
          <img className="security-qr" src={setup.qr} width="220" height="220" alt={t('two-factor.qr-alt')} />
          <p className="quiet small">
            {t('two-factor.type-secret')} <code dir="ltr">{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
        </>
      ) : null}
      <form method="post" className="stack account-form" noValidate>
        <TextInput
          id="code"
          label={t('two-factor.code')}
          hint={t('two-factor.code-hint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maxLength={40}
          dir="ltr"
          error={error}
        />
        <div className="button-row">
          <button className="button button-primary" name="act" value="confirm">
            {t('two-factor.confirm')}
          </button>
          {setup ? null : (
            <button className="button button-quiet" name="act" value="begin" formNoValidate>
              {t('two-factor.again')}
            </button>
          )}
        </div>
      </form>
    </section>
  )
}

/** New recovery codes: shown once. */
export function RecoveryCodes({ codes, back }: { readonly codes: readonly string[]; readonly back: string }) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="codes" role="status">
      <h2 id="codes">{t('two-factor.codes')}</h2>
      <p>{t('two-factor.codes-text')}</p>
      <ul className="security-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>
        <a className="button button-primary" href={back}>
          {t('two-factor.saved')}
        </a>
      </p>
    </section>
  )
}

/** The state of two-factor authentication, with its actions. */
export function TwoFactorState({
  isOn,
  unusedRecoveryCodes,
}: {
  readonly isOn: boolean
  readonly unusedRecoveryCodes: number
}) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="app">
      <h2 id="app">
        {t('two-factor.app')}{' '}
        <Badge look={isOn ? 'brand' : 'accent'}>{t(isOn ? 'two-factor.on' : 'two-factor.off')}</Badge>
      </h2>
      <p>{isOn ? t('two-factor.codes-remaining', { count: unusedRecoveryCodes }) : t('two-factor.app-text')}</p>
      <form method="post" className="button-row">
        {isOn ? (
          <>
            <button className="button button-quiet" name="act" value="codes">
              {t('two-factor.new-codes')}
            </button>
            <button className="button button-quiet" name="act" value="remove">
              {t('two-factor.remove')}
            </button>
          </>
        ) : (
          <button className="button button-primary" name="act" value="begin">
            {t('two-factor.begin')}
          </button>
        )}
      </form>
    </section>
  )
}
