import { useEffect, useState } from 'react'
import { api, ApiError } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'

/**
 * On the thank-you page of a plan without an account: the email address of the plan, which can be corrected while the
 * page's token is valid (recurring-28).
 */
export function PlanMailbox({ intentId, token }: { readonly intentId: string; readonly token: string }) {
  const [email, setEmail] = useState<string>()
  useEffect(() => {
    let isGone = false
    api('GET /v4/thank-yous/:intentId/plan-email', { intentId, token }).then(
      (found) => void (isGone || setEmail(found.email)),
      // The plan now belongs to an account, or has ended.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [intentId, token])

  if (email === undefined) return null
  return (
    <MailboxForm
      first={email}
      change={(typed) => api('POST /v4/thank-yous/:intentId/plan-email', { intentId, token, email: typed })}
    />
  )
}

/** The email address of a plan, with a form to correct it. */
export function MailboxForm({
  first,
  change: correct,
}: {
  readonly first: string
  readonly change: (email: string) => Promise<{ readonly email: string }>
}) {
  const t = useText()
  const [email, setEmail] = useState(first)
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<'shown' | 'open' | 'sending' | 'changed'>('shown')
  const [fault, setFault] = useState<string>()
  async function change() {
    setState('sending')
    setFault(undefined)
    try {
      const changed = await correct(typed)
      setEmail(changed.email)
      setState('changed')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.fields.email ?? error.message)
      setState('open')
      document.getElementById('plan-email')?.focus()
    }
  }

  const shown = { email: `\u2068${email}\u2069` }
  return (
    <section className="card card-in stack" aria-labelledby="plan-mailbox">
      <h2 id="plan-mailbox">{t('plan-thanks.title')}</h2>
      <p role="status">{t(state === 'changed' ? 'plan-thanks.changed' : 'plan-thanks.text', shown)}</p>
      {state === 'shown' || state === 'changed' ? (
        <p>
          {t('plan-thanks.wrong')}{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => {
              setTyped(email)
              setState('open')
              requestAnimationFrame(() => document.getElementById('plan-email')?.focus())
            }}
          >
            {t('plan-thanks.change')}
          </button>
        </p>
      ) : (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (state === 'open') void change()
          }}
        >
          <TextInput
            id="plan-email"
            type="email"
            autoComplete="email"
            dir="ltr"
            maxLength={254}
            required
            label={t('plan-thanks.email')}
            hint={t('plan-thanks.hint')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={fault}
          />
          <div>
            <Button look="quiet" isBusy={state === 'sending'}>
              {t('plan-thanks.save')}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
