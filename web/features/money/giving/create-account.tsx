import { useState } from 'react'
import { api, ApiError } from '#web/lib/api.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordInput } from '#web/features/platform/identity/password-input.tsx'

/**
 * Lets a guest create an account after donating by choosing a password; the donation moves to the account (accounts-4).
 * The response never reveals whether the email has an account.
 */
export function CreateAccount({
  intentId,
  token,
  email,
}: {
  readonly intentId: string
  readonly token: string
  readonly email: string
}) {
  const t = useText()
  const frame = useFrame()
  const [password, setPassword] = useState('')
  const [state, setState] = useState<'open' | 'sending' | 'done'>('open')
  const [fault, setFault] = useState<string>()
  if (frame?.viewer.isSignedIn && state !== 'done') return null
  async function keep() {
    setState('sending')
    setFault(undefined)
    try {
      await api('POST /v4/thank-yous/:intentId/account', { intentId, token, password })
      setState('done')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.fields.password ?? error.message)
      setState('open')
      document.getElementById('password')?.focus()
    }
  }
  return (
    <section className="card card-in stack" aria-labelledby="keep-this-gift">
      <h2 id="keep-this-gift">{t('member.title')}</h2>
      {state === 'done' ? (
        <>
          <p role="status">{t('member.done', { email: `\u2068${email}\u2069` })}</p>
          <p>
            <a className="button button-quiet" href="/account">
              {t('member.see')}
            </a>
          </p>
        </>
      ) : (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (state === 'open') void keep()
          }}
        >
          <p className="quiet">{t('member.lead')}</p>
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            id="password"
            label={t('password.new-title')}
            hint={t('password.hint')}
            autoComplete="new-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={fault}
          />
          <Button look="quiet" isBusy={state === 'sending'}>
            {t('member.submit')}
          </Button>
        </form>
      )}
    </section>
  )
}
