import type { ComponentProps } from 'react'
import { CampaignCard } from '#web/features/causes/campaigns/campaign-card.tsx'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, RadioGroup, Select, TextInput } from '#web/ui/field.tsx'
import { FormIds } from '#web/ui/labelled.tsx'

/** Components in their hover and focus states. Inert, because the states are simulated. */
export function Pinned({
  state,
  title,
  card,
}: {
  readonly state: 'hover' | 'focus'
  readonly title: string
  readonly card: ComponentProps<typeof CampaignCard>['card'] | undefined
}) {
  const t = useText()
  return (
    <FormIds value={`kit-${state}-`}>
      <h3>{title}</h3>
      <div className="stack" data-pin={state} aria-hidden="true" inert>
        <div className="checkout-share row">
          <Button>{t('campaign.donate')}</Button>
          <Button look="quiet">{t('campaign.share')}</Button>
          <Button look="danger">{t('give.stop-yes')}</Button>
          <a className="link-button" href="/dev/kit">
            {t('kit.title')}
          </a>
          <button className="link-button">{t('kit.send')}</button>
        </div>
        <div className="columns">
          <TextInput id="name" label={t('give.name')} defaultValue="" />
          <Select id="country" label={t('addresses.country')}>
            <option>{t('addresses.choose-country')}</option>
          </Select>
          <AmountInput
            id="amount"
            label={t('give.other')}
            code="USD"
            value="20"
            onType={() => undefined}
            droppedNotice=""
          />
          <RadioGroup
            name={`kit-${state}-tip`}
            legend={t('give.tip')}
            value="0"
            onChoose={() => undefined}
            choices={[
              { value: '0', label: t('give.no-tip') },
              { value: '5', label: '5%', note: <Amount minor={150} currency="USD" /> },
            ]}
          />
          <Checkbox id="anonymous" label={t('give.anonymous')} />
          <Checkbox id="zakat" label={t('give.zakat')} defaultChecked />
        </div>
        {card ? (
          <div className="campaign-card-grid">
            <CampaignCard card={card} />
          </div>
        ) : null}
      </div>
    </FormIds>
  )
}
