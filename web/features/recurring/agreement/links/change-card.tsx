import { useState } from 'react'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { api, Refused } from '../../../../lib/api.ts'
import { useText } from '../../../../lib/text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useCardSetup } from '../../../money/cards/use-new-card.tsx'
import { pageLanguage } from '../../../money/giving/page-language.ts'

type Props = {
  readonly payments: PublicConfiguration
  readonly token: string
  /** What a donor agrees to who lets the card be charged. */
  readonly mandate: string
  /** Where it leads once the plan has its new card. */
  readonly saved: string
}

/** Another card of a plan: typed into the provider's own fields and accepted by the bank; nothing is charged. */
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
      if (!(error instanceof Refused)) console.error(error)
      setProblem(error instanceof Refused ? error.message : t('give.exception'))
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
