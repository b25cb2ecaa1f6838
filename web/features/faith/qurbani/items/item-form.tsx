import type { Currency } from '#shared/money.ts'
import type { ReactNode } from 'react'
import { animals, units } from '#modules/faith/qurbani/rules/animals.ts'
import { lastDays } from '#modules/faith/qurbani/rules/order-window.ts'
import { itemLimits } from '#modules/faith/qurbani/rules/read-item.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { useText } from '#web/lib/text.tsx'
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx'
import type { Country } from '#web/features/platform/addresses/address-data.ts'
import type { TypedItem } from './item-values.ts'
import { ZoneOptions } from '#web/features/platform/addresses/zone-options.tsx'
import type { ZoneChoice } from '#shared/texts/zone-names.ts'

/** The options of an item's form. */
export type ItemChoices = { readonly countries: readonly Country[]; readonly zones: readonly ZoneChoice[] }

type FieldsProps = {
  readonly typed: TypedItem
  readonly errors: Readonly<Record<string, string>>
  readonly choices: ItemChoices
  readonly currency: Currency
  /** Units that are ordered or reserved. */
  readonly taken: number
}

/** All fields of an item (qurbani-8). */
export function ItemFields(props: FieldsProps) {
  const t = useText()
  return (
    <>
      <Group title={t('qurbani-items.group-what')}>
        <WhatFields {...props} />
      </Group>
      <Group title={t('qurbani-items.group-price')}>
        <PriceFields {...props} />
      </Group>
      <Group title={t('qurbani-items.group-when')}>
        <WhenFields {...props} />
      </Group>
    </>
  )
}

const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset className="group stack">
    <legend className="organize-subheading">{title}</legend>
    {children}
  </fieldset>
)

function WhatFields({ typed, errors, choices }: FieldsProps) {
  const t = useText()
  return (
    <>
      <TextInput
        id="title"
        label={t('qurbani-items.title')}
        hint={t('qurbani-items.title-hint')}
        defaultValue={typed.title}
        error={errors.title}
        maxLength={itemLimits.title}
        required
      />
      <div className="columns">
        <Select id="country" label={t('qurbani-items.country')} defaultValue={typed.country} error={errors.country}>
          <option value="">{t('qurbani-items.choose')}</option>
          {choices.countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <TextInput
          id="partner"
          label={t('qurbani-items.partner')}
          defaultValue={typed.partner}
          error={errors.partner}
          maxLength={itemLimits.partner}
          required
        />
      </div>
      <div className="columns">
        <Select id="animal" label={t('qurbani-items.animal')} defaultValue={typed.animal} error={errors.animal}>
          {animals.map((animal) => (
            <option key={animal} value={animal}>
              {t(`qurbani-items.animal-${animal}`)}
            </option>
          ))}
        </Select>
        <Select id="unit" label={t('qurbani-items.unit')} defaultValue={typed.unit} error={errors.unit}>
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {t(`qurbani-items.unit-${unit}`)}
            </option>
          ))}
        </Select>
      </div>
      <Checkbox
        id="isSponsored"
        label={t('qurbani-items.sponsored')}
        hint={t('qurbani-items.sponsored-hint')}
        defaultChecked={typed.isSponsored}
      />
      <Checkbox
        id="isOffered"
        label={t('qurbani-items.offered')}
        hint={t('qurbani-items.offered-hint')}
        defaultChecked={typed.isOffered}
      />
    </>
  )
}

function PriceFields({ typed, errors, currency, taken }: FieldsProps) {
  const t = useText()
  const hint = t('qurbani-items.capacity-hint')
  return (
    <div className="columns">
      <TextInput
        id="animalPrice"
        label={t('qurbani-items.animal-price', { currency })}
        hint={t('qurbani-items.animal-price-hint')}
        defaultValue={typed.animalPrice}
        error={errors.animalPrice}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        required
      />
      <TextInput
        id="capacity"
        label={t('qurbani-items.capacity-label')}
        hint={taken > 0 ? `${hint} ${t('qurbani-items.taken', { count: taken })}` : hint}
        mark={t('shell.optional')}
        defaultValue={typed.capacity}
        error={errors.capacity}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
      />
    </div>
  )
}

/** The possible last days to order, by day of Dhul Hijjah. */
const closeDays = Array.from({ length: Math.max(...lastDays) }, (_, index) => index + 1)

function WhenFields({ typed, errors, choices }: FieldsProps) {
  const t = useText()
  return (
    <>
      <div className="columns">
        <TextInput
          id="hijriYear"
          label={t('qurbani-items.hijri-year')}
          defaultValue={typed.hijriYear}
          error={errors.hijriYear}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          required
        />
        <TextInput
          id="opensOn"
          type="date"
          label={t('qurbani-items.opens-on')}
          defaultValue={typed.opensOn}
          error={errors.opensOn}
          required
        />
      </div>
      <div className="columns">
        <Select id="closeDay" label={t('qurbani-items.close-day')} defaultValue={typed.closeDay}>
          {closeDays.map((day) => (
            <option key={day} value={day}>
              {t('qurbani-items.dhul-hijjah', { day })}
            </option>
          ))}
        </Select>
        <TextInput
          id="close"
          type="time"
          label={t('qurbani-items.close-time')}
          defaultValue={typed.close}
          error={errors.close}
          required
        />
      </div>
      <Select
        id="lastDay"
        label={t('qurbani-items.last-day')}
        hint={t('qurbani-items.last-day-hint')}
        defaultValue={typed.lastDay}
      >
        {lastDays.map((day) => (
          <option key={day} value={day}>
            {t('qurbani-items.dhul-hijjah', { day })}
          </option>
        ))}
      </Select>
      <div className="columns">
        <Select
          id="calendar"
          label={t('qurbani-items.calendar')}
          hint={t('qurbani-items.calendar-hint')}
          defaultValue={typed.calendar}
          error={errors.calendar}
        >
          <option value="">{t('qurbani-items.of-country')}</option>
          {calendarGroups.map((group) => (
            <option key={group} value={group}>
              {t(`qurbani-items.calendar-${group}`)}
            </option>
          ))}
        </Select>
        <Select
          id="timeZone"
          label={t('qurbani-items.time-zone')}
          hint={t('qurbani-items.time-zone-hint')}
          defaultValue={typed.timeZone}
          error={errors.timeZone}
        >
          <option value="">{t('qurbani-items.of-country')}</option>
          <ZoneOptions zones={choices.zones} />
        </Select>
      </div>
    </>
  )
}
