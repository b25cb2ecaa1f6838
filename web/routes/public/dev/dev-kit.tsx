import '#web/features/causes/campaigns/styles/campaign-card.css'
import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/story.css'
import '#web/features/money/cards/saved-card.css'
import '#web/features/money/giving/styles/checkout.css'
import { type ReactNode, useState } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import { CampaignCard } from '#web/features/causes/campaigns/campaign-card.tsx'
import { CardChoice } from '#web/features/money/cards/card-choice.tsx'
import type { SavedCard } from '#web/features/money/cards/card-text.ts'
import { EarOfGrain } from '#web/features/platform/shell/logo.tsx'
import { usePinnedStates } from '#web/features/platform/shell/pinned-states.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorSummary, type FormError } from '#web/ui/error-summary.tsx'
import { Checkbox, RadioGroup, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Avatar, Badge, Skeleton } from '#web/ui/small-parts.tsx'
import { Toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/dev-kit'
import { Pinned } from './dev-kit-pinned.tsx'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'platform/kit',
  'causes/campaigns',
  'money/giving',
  'platform/addresses',
  'money/cards',
  'platform/faults',
]

export async function loader({ context }: Route.LoaderArgs) {
  const { isProduction, api } = context.get(renderContext)
  if (isProduction) throw new Response(null, { status: 404 })
  return api('GET /v4/campaigns', { featured: true, limit: 3 })
}

/** A saved card in each state and of each brand. */
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

/** Every component in every state, in the page's language and theme. */
export default function Kit({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const faultText = useFaultText()
  const [amount, setAmount] = useState('20')
  const [choice, setChoice] = useState<string | undefined>('30')
  const [card, setCard] = useState('4242')
  const [quantity, setQuantity] = useState(1)
  const [open, setOpen] = useState<'modal' | 'drawer' | undefined>()
  const [toast, setToast] = useState('')
  const [wrong, setWrong] = useState<readonly FormError[]>([])
  const missing = faultText({ code: 'amount-missing' })
  const invalid = faultText({ code: 'email-invalid' })
  usePinnedStates()
  const quantities = { lessLabel: t('shell.decrease'), moreLabel: t('shell.increase') }
  return (
    <div className="page stack-lg">
      <title>{t('kit.title')}</title>
      <div className="stack">
        <h1>
          <EarOfGrain size={40} /> {t('kit.title')}
        </h1>
        <p className="quiet">{t('kit.lead')}</p>
      </div>
      <Part title={t('kit.buttons')}>
        <div className="checkout-share row">
          <Button>{t('campaign.donate')}</Button>
          <Button isBusy aria-label={t('kit.busy')}>
            {t('campaign.donate')}
          </Button>
          <Button isDisabled>{t('kit.disabled')}</Button>
          <Button look="quiet">{t('campaign.share')}</Button>
          <Button look="quiet" isDisabled>
            {t('kit.disabled')}
          </Button>
          <Button look="danger">{t('give.stop-yes')}</Button>
        </div>
      </Part>
      <Part title={t('kit.fields')}>
        <div className="columns">
          <TextInput id="kit-name" label={t('give.name')} mark={t('shell.optional')} defaultValue="" />
          <TextInput
            id="kit-email"
            label={t('give.email')}
            hint={t('give.email-hint')}
            defaultValue="amina@example.org"
            dir="ltr"
          />
          <TextInput
            id="kit-wrong"
            label={t('give.email')}
            hint={t('give.email-hint')}
            error={invalid}
            defaultValue="amina@"
            dir="ltr"
          />
          <TextInput id="kit-disabled" label={t('kit.disabled')} defaultValue="amina@example.org" dir="ltr" disabled />
          <TextArea id="kit-words" label={t('give.words')} mark={t('shell.optional')} />
          <TextArea id="kit-words-wrong" label={t('give.words')} error={t('give.exception')} />
          <Select id="kit-country" label={t('addresses.country')}>
            <option>{t('addresses.choose-country')}</option>
          </Select>
          <Select id="kit-country-disabled" label={t('kit.disabled')} disabled>
            <option>{t('addresses.choose-country')}</option>
          </Select>
        </div>
      </Part>
      <Part title={t('kit.amounts')}>
        <div className="columns">
          <AmountInput
            id="kit-amount"
            label={t('give.other')}
            code="USD"
            value={amount}
            onType={setAmount}
            droppedNotice={t('shell.fraction-dropped')}
          />
          <AmountInput
            id="kit-amount-wrong"
            label={t('give.other')}
            code="KWD"
            value="0"
            onType={() => undefined}
            error={missing}
            droppedNotice=""
          />
          <QuantityStepper
            {...quantities}
            id="kit-quantity"
            label={t('give.quantity')}
            value={quantity}
            min={1}
            max={5}
            onChange={setQuantity}
          />
          <QuantityStepper
            {...quantities}
            id="kit-quantity-wrong"
            label={t('give.quantity')}
            value={1}
            min={1}
            max={1}
            error={t('give.sold-out')}
            onChange={() => undefined}
          />
        </div>
      </Part>
      <Part title={t('kit.choices')}>
        <div className="stack" style={{ maxInlineSize: 'var(--form)' }}>
          <RadioGroup
            name="kit-quick"
            legend={t('give.quick')}
            isLarge
            value={choice}
            onChoose={setChoice}
            choices={['10', '30', '50'].map((value) => ({
              value,
              label: <Amount minor={Number(value) * 100} currency="USD" />,
              ...(value === '50' ? { note: t('give.sold-out'), isDisabled: true } : {}),
            }))}
          />
          <RadioGroup
            name="kit-tip"
            legend={t('give.tip')}
            error={t('give.tip-ask')}
            value={undefined}
            onChoose={() => undefined}
            choices={[
              { value: '0', label: t('give.no-tip') },
              { value: '5', label: '5%', note: <Amount minor={150} currency="USD" /> },
              { value: '10', label: '10%', note: <Amount minor={300} currency="USD" /> },
            ]}
          />
          <Checkbox id="kit-anonymous" label={t('give.anonymous')} hint={t('give.anonymous-hint')} />
          <Checkbox id="kit-zakat" label={t('give.zakat')} defaultChecked />
          <Checkbox id="kit-check-disabled" label={t('kit.disabled')} disabled />
          <CardChoice cards={savedCards} chosen={card} onChoose={setCard} />
        </div>
      </Part>
      <Part title={t('kit.pinned')}>
        <Pinned state="hover" title={t('kit.hover')} card={loaderData.campaigns[0]} />
        <Pinned state="focus" title={t('kit.focus')} card={loaderData.campaigns[0]} />
      </Part>
      <Part title={t('kit.progress')}>
        <Progress percent={0} />
        <Progress percent={62} />
        <Progress percent={62} ownPercent={8} />
        <Progress percent={132} />
        <div className="badges">
          <Badge>{t('give.left', { count: 3, limit: 60 })}</Badge>
          <Badge look="zakat">{t('card.zakat')}</Badge>
          <Badge look="brand">{t('campaign.verified')}</Badge>
          <Badge look="accent">{t('give.sold-out')}</Badge>
          <Avatar name="Amina Yusuf" />
        </div>
      </Part>
      <Part title={t('kit.states')}>
        <div className="stack">
          <p className="notice">{t('give.do-not-close')}</p>
          <p className="notice notice-problem">{t('give.exception')}</p>
        </div>
        <div className="columns">
          <div className="card" aria-busy="true">
            <Skeleton block="8rem" />
            <div className="card-in stack">
              <Skeleton block="1.5rem" inline="80%" />
              <Skeleton block="1rem" inline="50%" />
            </div>
          </div>
          <EmptyState title={t('discover.empty')} />
        </div>
      </Part>
      <Part title={t('kit.summary')}>
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setWrong([
              { id: 'kit-wrong', text: invalid ?? '' },
              { id: 'kit-amount-wrong', text: missing ?? '' },
            ])
          }}
        >
          <ErrorSummary title={t('shell.problem')} wrong={wrong} />
          <Button type="submit" look="quiet">
            {t('kit.send')}
          </Button>
        </form>
      </Part>
      <Part title={t('kit.layers')}>
        <div className="checkout-share row">
          <Button look="quiet" onClick={() => setOpen('modal')}>
            {t('kit.dialog')}
          </Button>
          <Button look="quiet" onClick={() => setOpen('drawer')}>
            {t('kit.drawer')}
          </Button>
          <Button look="quiet" onClick={() => setToast(t('thanks.copied'))}>
            {t('kit.toast')}
          </Button>
        </div>
      </Part>
      <Part title={t('kit.cards')}>
        <div className="campaign-card-grid">
          {loaderData.campaigns.map((campaign) => (
            <CampaignCard key={campaign.id} card={campaign} />
          ))}
        </div>
      </Part>
      <Dialog
        isOpen={open !== undefined}
        look={open ?? 'modal'}
        title={t('give.again-title')}
        closeLabel={t('shell.close')}
        onClose={() => setOpen(undefined)}
      >
        <p>{t('give.again-text')}</p>
      </Dialog>
      <Toast text={toast} onGone={() => setToast('')} />
    </div>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="stack" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
