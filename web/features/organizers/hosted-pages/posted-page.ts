import { impactsMax } from '#modules/causes/campaigns/rules/impact.ts'
import { plainTextToStory } from '#modules/organizers/fundraising/rules/story-text.ts'
import {
  type FrequencyName,
  frequencyNames,
  pageLimits,
  paymentMethodNames,
  socialNames,
  untitled,
} from '#modules/organizers/hosted-pages/rules/page-content.ts'
import { type Currency, exponentOf, isCurrency } from '#shared/money.ts'
import { postedText } from '#web/lib/form-values.ts'
import { postedAmount } from '#web/ui/posted-amount.ts'

/** Parses typed whole major units to minor units; null if empty, -1 if invalid. */
function minorOf(typed: string, currency: Currency): number | null {
  const digits = postedAmount(typed, exponentOf(currency))
  if (digits === '0') return null
  // The server rejects a negative amount and shows the error at its field.
  return /^\d{1,12}$/.test(digits) ? Number(digits) * 10 ** exponentOf(currency) : -1
}

const named = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

/** Reads all fields of a page's form, from a submission or its current values, as the update request takes them. */
export function postedPage(form: FormData) {
  const text = (name: string, max = 400) => postedText(form, name, max)
  const goalCurrency = text('goalCurrency', 3)
  const currency = isCurrency(goalCurrency) ? goalCurrency : 'USD'
  return {
    title: text('title').trim() || untitled,
    tagline: text('tagline'),
    description: plainTextToStory(text('description', 40_000)),
    category: text('category', 20),
    location: text('location'),
    country: text('country', 2),
    language: text('language', 5),
    goalCurrency,
    donationGoal: minorOf(text('donationGoal', 20), currency),
    enableGoal: form.has('enableGoal'),
    endDate: text('endDate', 30),
    enableEndDate: form.has('enableEndDate'),
    image: text('image', 200),
    imageAlt: text('imageAlt'),
    logo: text('logo', 200),
    logoAlt: text('logoAlt'),
    video: text('video'),
    primaryColor: text('primaryColor', 20),
    secondaryColor: text('secondaryColor', 20),
    frequencies: named(frequencyNames, (name) => form.has(name)),
    paymentMethods: named(paymentMethodNames, (name) => form.has(name)),
    tipsEnabled: form.has('tipsEnabled'),
    customUrl: text('customUrl'),
    facebookPixelId: text('facebookPixelId', 40),
    socialLinks: named(socialNames, (name) => text(name)),
    givingLevels: postedLevels(form, currency),
    // Empty rows are sent, too, so that errors have the place of their row.
    impacts: Array.from({ length: impactsMax }, (_, place) => ({
      amount: minorOf(text(`impacts.${place}.amount`, 20), currency),
      text: text(`impacts.${place}.text`, 300).trim(),
    })),
    listed: form.has('listed'),
  }
}
export type PostedPage = ReturnType<typeof postedPage>

/** Returns the form data as rendered by the server. */
export function defaultFormData(form: HTMLFormElement): FormData {
  const data = new FormData()
  for (const control of form.elements) {
    if (control instanceof HTMLTextAreaElement) data.append(control.name, control.defaultValue)
    else if (control instanceof HTMLSelectElement)
      data.append(
        control.name,
        ([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value ?? '',
      )
    else if (control instanceof HTMLInputElement && (control.type !== 'checkbox' || control.defaultChecked))
      data.append(control.name, control.type === 'checkbox' ? 'on' : control.defaultValue)
  }
  return data
}

function postedLevels(form: FormData, currency: Currency) {
  return Array.from({ length: pageLimits.levels }, (_, place) => {
    const text = (name: string, max: number) => postedText(form, `givingLevels.${place}.${name}`, max)
    return {
      id: text('id', 40) || null,
      amount: minorOf(text('amount', 20), currency),
      title: text('title', 300),
      description: text('description', 1000),
      frequency: frequencyNames.find((name) => name === text('frequency', 10)) ?? ('oneTime' satisfies FrequencyName),
    }
    // An empty row removes the level.
  }).filter(({ amount, title }) => amount !== null || title.trim() !== '')
}
