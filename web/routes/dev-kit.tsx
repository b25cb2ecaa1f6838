import '../styles/campaigns.css'
import '../styles/cards.css'
import { useState } from 'react'
import { renderContext } from '#server/render-context.ts'
import { CampaignCard } from '../features/campaigns/campaign-card.tsx'
import { CardChoice } from '../features/cards/card-choice.tsx'
import type { SavedCard } from '../features/cards/card-words.ts'
import { EarOfGrain } from '../features/shell/logo.tsx'
import { useText } from '../lib/text.tsx'
import { Amount } from '../ui/amount.tsx'
import { AmountInput } from '../ui/amount-input.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Checkbox, RadioGroup, Select, TextArea, TextInput } from '../ui/field.tsx'
import { Progress } from '../ui/progress.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { Avatar, Badge, EmptyState, Skeleton } from '../ui/small-parts.tsx'
import { Toast } from '../ui/toast.tsx'
import type { Route } from './+types/dev-kit'

export async function loader({ context }: Route.LoaderArgs) {
  const { isProduction, api } = context.get(renderContext)
  if (isProduction) throw new Response(null, { status: 404 })
  return api('GET /v4/campaigns', { featured: true, limit: 3 })
}

/** A saved card in each of its states, and of each network. */
const savedCards: readonly SavedCard[] = (
  [
    ['visa', '4242', 2034, 'valid'],
    ['mastercard', '4444', 2026, 'expiring'],
    ['amex', '0005', 2024, 'expired'],
    ['unknown', '1117', 2034, 'valid'],
  ] as const
).map(([brand, last4, expYear, expiry]) => ({
  id: last4,
  brand,
  last4,
  expMonth: 12,
  expYear,
  country: null,
  isDefault: brand === 'visa',
  expiry,
  addedAt: '2026-11-20T12:00:00Z',
}))

/** Every part in every state, in the language and light of the frame around it. */
export default function Kit({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const [amount, setAmount] = useState('20')
  const [choice, setChoice] = useState<string | undefined>('30')
  const [card, setCard] = useState('4242')
  const [quantity, setQuantity] = useState(1)
  const [open, setOpen] = useState<'modal' | 'drawer' | undefined>()
  const [toast, setToast] = useState('')
  return (
    <div className="page stack-lg">
      <title>{t('kit.title')}</title>
      <div className="stack">
        <h1>
          <EarOfGrain size={40} /> {t('kit.title')}
        </h1>
        <p className="quiet">{t('kit.lead')}</p>
      </div>
      <section className="stack" aria-label="Buttons">
        <div className="share-row">
          <Button>{t('campaign.donate')}</Button>
          <Button isBusy>{t('campaign.donate')}</Button>
          <Button isDisabled>{t('campaign.donate')}</Button>
          <Button look="quiet">{t('campaign.share')}</Button>
          <Button look="danger">{t('give.stop-yes')}</Button>
        </div>
      </section>
      <section className="two" aria-label="Fields">
        <TextInput id="kit-name" label={t('give.name')} hint={t('give.email-hint')} defaultValue="" />
        <TextInput id="kit-wrong" label={t('give.email')} error={t('give.exception')} defaultValue="amina@" dir="ltr" />
        <TextArea id="kit-words" label={t('give.words')} mark={t('shell.optional')} />
        <Select id="kit-country" label={t('addresses.country')}>
          <option>{t('addresses.choose-country')}</option>
        </Select>
      </section>
      <section className="stack" aria-label="Amounts" style={{ maxInlineSize: 'var(--form)' }}>
        <RadioGroup
          name="kit-quick"
          legend={t('give.quick')}
          isLarge
          value={choice}
          onChoose={setChoice}
          choices={['10', '30', '50'].map((value) => ({ value, label: <Amount minor={Number(value) * 100} currency="USD" /> }))}
        />
        <RadioGroup
          name="kit-tip"
          legend={t('give.tip')}
          error={t('give.tip-ask')}
          value={undefined}
          onChoose={() => undefined}
          choices={[
            { value: '0', label: t('give.no-tip') },
            { value: '5', label: '5 %', note: '$1.50' },
            { value: '10', label: '10 %', note: '$3.00' },
          ]}
        />
        <AmountInput id="kit-amount" label={t('give.other')} code="USD" value={amount} onType={setAmount} droppedNotice={t('shell.fraction-dropped')} />
        <AmountInput
          id="kit-amount-wrong"
          label={t('give.other')}
          code="KWD"
          value="0"
          onType={() => undefined}
          error={t('give.enter-amount')}
          droppedNotice=""
        />
        <QuantityStepper
          id="kit-quantity"
          label={t('give.quantity')}
          value={quantity}
          min={1}
          max={5}
          onChange={setQuantity}
          lessLabel={t('shell.decrease')}
          moreLabel={t('shell.increase')}
        />
        <Checkbox id="kit-zakat" label={t('give.zakat')} hint={t('give.anonymous-hint')} defaultChecked />
      </section>
      <section className="stack" aria-label="Saved cards" style={{ maxInlineSize: 'var(--form)' }}>
        <CardChoice cards={savedCards} chosen={card} onChoose={setCard} />
      </section>
      <section className="stack" aria-label="Progress">
        <Progress percent={62} />
        <Progress percent={62} ownPercent={8} />
        <Progress percent={132} />
        <div className="badges">
          <Badge>{t('give.left', { count: 3 })}</Badge>
          <Badge look="zakat">{t('card.zakat')}</Badge>
          <Badge look="brand">{t('campaign.verified')}</Badge>
          <Badge look="accent">{t('give.sold-out')}</Badge>
          <Avatar name="Amina Yusuf" />
        </div>
      </section>
      <section className="two" aria-label="States">
        <Skeleton block="8rem" />
        <EmptyState title={t('discover.empty')} />
        <p className="notice">{t('give.recurring-later')}</p>
        <p className="notice notice-problem">{t('give.exception')}</p>
        <ErrorSummary title={t('shell.problem')} wrong={[{ id: 'kit-wrong', text: t('give.exception') }]} />
      </section>
      <section className="share-row" aria-label="Layers">
        <Button look="quiet" onClick={() => setOpen('modal')}>
          Dialog
        </Button>
        <Button look="quiet" onClick={() => setOpen('drawer')}>
          Drawer
        </Button>
        <Button look="quiet" onClick={() => setToast(t('thanks.copied'))}>
          Toast
        </Button>
      </section>
      <section className="campaign-grid" aria-label="Cards">
        {loaderData.campaigns.map((card) => (
          <CampaignCard key={card.id} card={card} />
        ))}
      </section>
      <Dialog isOpen={open !== undefined} look={open ?? 'modal'} title={t('give.again-title')} closeLabel={t('shell.close')} onClose={() => setOpen(undefined)}>
        <p>{t('give.again-text')}</p>
      </Dialog>
      <Toast text={toast} onGone={() => setToast('')} />
    </div>
  )
}
