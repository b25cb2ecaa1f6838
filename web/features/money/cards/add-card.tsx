import { useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { useNewCard } from './use-new-card.tsx'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'

type Places = {
  /** URLs: this page, the target of Cancel, and the page to open after saving. */
  readonly here?: string
  readonly back?: string
  readonly saved?: string
}

/**
 * Saves a card without a donation: typed into the provider's fields and verified by the bank, without a charge. Renders
 * the page title.
 */
export function AddCard({
  payments,
  mandate,
  here = '/account/cards/new',
  back = '/account/cards',
  saved = '/account/cards?done=saved',
}: Places & { readonly payments: PublicConfiguration; readonly mandate: string }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const card = useNewCard(payments, true)

  async function add() {
    setBusy(true)
    setProblem('')
    try {
      const added = await card.add()
      if ('card' in added) return location.assign(saved)
      if ('stopped' in added) return location.assign(back)
      refuse(added.message)
    } catch (error) {
      if (!(error instanceof ApiError)) {
        console.error(error)
        return refuse(t('give.exception'))
      }
      if (error.code === 'reauthentication-required')
        return location.assign(`/account/reauthenticate?redirectUrl=${encodeURIComponent(here)}`)
      refuse(error.message)
    }
  }

  function refuse(message: string) {
    setProblem(message)
    setBusy(false)
  }

  return (
    <form
      className="stack account-form"
      noValidate
      aria-label={t('cards.new-title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void add()
      }}
    >
      <title>{problem ? t('shell.title-problem', { title: t('cards.new-title') }) : t('cards.new-title')}</title>
      <ErrorSummary title={t('shell.problem')} wrong={problem ? [{ id: 'card', text: problem }] : []} />
      <div id="card" tabIndex={-1}>
        {card.fields}
        <noscript>
          <p className="notice">{t('cards.no-script')}</p>
        </noscript>
      </div>
      <div className="small">
        <p className="quiet">{t('cards.agree')}</p>
        <p>{mandate}</p>
      </div>
      <div className="columns">
        <Button type="submit" isBusy={isBusy} className="no-script-hidden">
          {t('cards.save')}
        </Button>
        <a className="button button-quiet" href={back}>
          {t('cards.back')}
        </a>
      </div>
      {card.dialog}
    </form>
  )
}
