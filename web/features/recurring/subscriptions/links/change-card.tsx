import { useState } from 'react'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { useCardSetup } from '#web/features/money/cards/use-new-card.tsx'
import { pageLanguage } from '#web/features/money/giving/page-language.ts'

type Props = {
  readonly payments: PublicConfiguration
  readonly token: string
  /** The mandate for charging the card. */
  readonly mandate: string
  /** The page to open after the card is saved. */
  readonly saved: string
}

/** Form to replace a plan's card: typed into the provider's fields and verified by the bank, without a charge. */
export function ChangeCard({ payments, token, mandate, saved }: Props) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const card = useCardSetup(payments, true, {
    add: ({ id, provider }) =>
      api('POST /v4/subscription-links/cards', { token, cardToken: id, provider }, { headers: pageLanguage() }),
    finish: (setupId) => api('POST /v4/subscription-links/card-setups', { token, setupId }),
  })

  async function change() {
    setBusy(true)
    setProblem('')
    try {
      const added = await card.add()
      if ('status' in added) return location.assign(saved)
      setProblem('stopped' in added ? '' : added.message)
    } catch (error) {
      if (!(error instanceof ApiError)) console.error(error)
      setProblem(error instanceof ApiError ? error.message : t('give.exception'))
    }
    setBusy(false)
  }

  return (
    <form
      className="stack"
      noValidate
      aria-label={t('plan-links.new-card')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void change()
      }}
    >
      {card.fields}
      <noscript>
        <p className="notice">{t('cards.no-script')}</p>
      </noscript>
      <p className="small">{mandate}</p>
      <div role="alert">{problem ? <p className="notice notice-problem">{problem}</p> : null}</div>
      <div>
        <Button type="submit" isBusy={isBusy} className="no-script-hidden">
          {t('plan-links.new-card-save')}
        </Button>
      </div>
      {card.dialog}
    </form>
  )
}
