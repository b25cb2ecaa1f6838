import { isolate } from '#shared/text.ts'
import { type ReactNode, useState } from 'react'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { monthlyPreferences } from '#modules/recurring/subscriptions/rules/mail-preferences.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, RadioGroup, Select, TextInput } from '#web/ui/field.tsx'
import { CardField } from './card-field.tsx'
import { CausesForm } from './wizard/causes-form.tsx'
import { type EditChoices, MoneyField, SaveOrKeep } from './edit-parts.tsx'
import { hasNights, formatPlanMoney, type Plan } from './plan-text.ts'
import type { Editable } from './posted-change.ts'
import { ZoneOptions } from '#web/features/platform/addresses/zone-options.tsx'

type Props = {
  readonly plan: Plan
  readonly what: Editable
  readonly choices: EditChoices
  readonly fields: Readonly<Record<string, string>>
  /** A rejected change, as typed. */
  readonly typed: Readonly<Record<string, string>>
}

/** Form for one part of a plan. Works without JavaScript. */
export function EditForm({ plan, what, choices, fields, typed }: Props) {
  const t = useText()
  const common = (
    <>
      <input type="hidden" name="version" value={plan.version} />
      <input type="hidden" name="what" value={what} />
      <input type="hidden" name="intent" value="change" />
    </>
  )
  if (what === 'causes')
    return <CausesForm plan={plan} choices={choices} fields={fields} typed={typed} common={common} />
  if (what === 'amount' && hasNights(plan))
    return <NightsForm plan={plan} fields={fields} typed={typed} common={common} />
  return (
    <PageForm className="stack account-form" noValidate>
      {common}
      <OneField plan={plan} what={what} choices={choices} fields={fields} typed={typed} />
      <SaveOrKeep plan={plan} isSaveHidden={what === 'card' && choices.cards.length === 0} />
      {what === 'card' ? (
        <p>
          <a href={`/account/cards/new?plan=${plan.id}`}>{t('managing.card-new')}</a>
        </p>
      ) : null}
    </PageForm>
  )
}

function OneField({ plan, what, choices, fields, typed }: Props) {
  const t = useText()
  const product = useFrame()?.productName ?? ''
  const currency = plan.donationAmountCurrency
  switch (what) {
    case 'amount':
      return (
        <>
          <LevelHint plan={plan} />
          <MoneyField
            id="donationAmount"
            label={t('managing.amount-each')}
            minor={plan.donationAmount}
            currency={currency}
            error={fields.donationAmount}
            typed={typed.donationAmount}
          />
          <MoneyField
            id="tipAmount"
            label={t('managing.amount-tip', { product })}
            minor={plan.tipAmount}
            currency={currency}
            error={fields.tipAmount}
            typed={typed.tipAmount}
          />
        </>
      )
    case 'card':
      return <CardField cards={choices.cards} current={plan.card} error={fields.cardId} />
    case 'end':
      return (
        <TextInput
          id="unsubscribedAt"
          type="date"
          dir="ltr"
          label={t('managing.end-on')}
          hint={t('managing.end-hint')}
          error={fields.unsubscribedAt}
          defaultValue={typed.unsubscribedAt ?? plan.unsubscribedAt ?? ''}
        />
      )
    case 'zone':
      return (
        <Select
          id="timeZone"
          label={t('managing.zone')}
          hint={t('managing.zone-hint')}
          error={fields.timeZone}
          defaultValue={plan.timeZone}
        >
          <ZoneOptions zones={choices.zones} />
        </Select>
      )
    case 'calendar':
      return (
        <Select
          id="moon"
          name="calendar"
          label={t('wizard.calendar')}
          hint={t('wizard.calendar-hint')}
          error={fields.moon}
          defaultValue={plan.calendar}
        >
          {calendarGroups.map((group) => (
            <option key={group} value={group}>
              {t(`wizard.calendar-${group}`)}
            </option>
          ))}
        </Select>
      )
    case 'name':
      return (
        <>
          <Checkbox
            id="anonymous"
            label={t('managing.anonymous')}
            defaultChecked={typed.CustomName === undefined ? plan.anonymous : typed.anonymous !== undefined}
          />
          <TextInput
            id="CustomName"
            label={t('managing.custom-name')}
            error={fields.CustomName}
            defaultValue={typed.CustomName ?? plan.CustomName}
            maxLength={80}
          />
        </>
      )
    default:
      return <MailsField plan={plan} />
  }
}

/**
 * The notice preference: combined or one by one for daily and nightly donations. Other plans always send each receipt.
 */
function MailsField({ plan }: { readonly plan: Plan }) {
  const t = useText()
  const [monthly, choose] = useState<string | null>(plan.monthly)
  return (
    <>
      {monthly === null ? null : (
        <RadioGroup
          name="monthly"
          legend={t('plan-mails.legend')}
          isWide
          value={monthly}
          onChoose={choose}
          choices={monthlyPreferences.map((value) => ({
            value,
            label: t(`plan-mails.${value}`),
            note: t(`plan-mails.${value}-note`),
          }))}
        />
      )}
      <Checkbox
        id="remindBefore"
        label={t(monthly === null ? 'managing.remind-before' : 'managing.remind-before-first')}
        defaultChecked={plan.remindBefore}
      />
    </>
  )
}

/** Explains how a change affects a giving level that isn't fulfilled yet. */
function LevelHint({ plan }: { readonly plan: Plan }) {
  const t = useText()
  const locale = useLocale()
  const { reward } = plan
  if (reward?.state !== 'reserved') return null
  const amount = formatPlanMoney(Math.min(plan.donationAmount, reward.amount), plan.donationAmountCurrency, locale)
  return <p className="notice small">{t('managing.level-keep', { level: isolate(reward.title), amount })}</p>
}

/** Amounts of the remaining nights or days, one by one or as one amount divided between them. */
function NightsForm({ plan, fields, typed, common }: Omit<Props, 'what' | 'choices'> & { readonly common: ReactNode }) {
  const t = useText()
  const product = useFrame()?.productName ?? ''
  const currency = plan.donationAmountCurrency
  const remainder = plan.occurrences.flatMap(({ key, number, gift, isToCome }) =>
    number !== null && isToCome ? [{ key, number, gift }] : [],
  )
  const name = plan.programme === 'Ramadan30Nights' ? 'managing.night' : 'managing.day-number'
  const distributions =
    plan.programme === 'Ramadan30Nights'
      ? (['equal', 'odd-double', 'odd-double-27-triple'] as const)
      : (['equal', 'arafah-double'] as const)
  return (
    <div className="stack-lg">
      <PageForm className="stack" noValidate>
        {common}
        <fieldset className="group">
          <legend>{t('managing.amounts-remaining')}</legend>
          <div className="plan-nights">
            {remainder.map(({ key, number, gift }) => (
              <MoneyField
                key={key}
                id={`amounts.${number}`}
                label={t(name, { number })}
                minor={gift}
                currency={currency}
                error={fields[`amounts.${number}`]}
                typed={typed[`amounts.${number}`]}
              />
            ))}
          </div>
        </fieldset>
        <MoneyField
          id="tipAmount"
          label={t('managing.tip-remaining', { product })}
          minor={null}
          currency={currency}
          error={fields.tipAmount}
          typed={typed.tipAmount}
        />
        <SaveOrKeep plan={plan} />
      </PageForm>
      <PageForm className="stack account-form" noValidate>
        {common}
        <input type="hidden" name="how" value="spread" />
        <h3>{t('managing.spread')}</h3>
        <MoneyField
          id="donationAmount"
          label={t('managing.total-remaining')}
          minor={null}
          currency={currency}
          error={fields.donationAmount}
          typed={typed.donationAmount}
        />
        <Select id="distribution" label={t('managing.how')} defaultValue="equal">
          {distributions.map((distribution) => (
            <option key={distribution} value={distribution}>
              {t(`managing.how-${distribution}`)}
            </option>
          ))}
        </Select>
        <div>
          <Button type="submit" look="quiet">
            {t('managing.spread-save')}
          </Button>
        </div>
      </PageForm>
    </div>
  )
}
