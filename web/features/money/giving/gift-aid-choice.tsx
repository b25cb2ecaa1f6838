import { useText } from '#web/lib/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import type { FormProps } from './form-controls.ts'

/** Below a ticked box of an account: whether the declaration is for later donations, too (gift-aid-1). */
export function GiftAidLater({ form, set }: Pick<FormProps, 'form' | 'set'>) {
  const t = useText()
  return (
    <Checkbox
      id="giftAidChoice"
      value="later"
      label={t('give.gift-aid-later')}
      hint={t('give.gift-aid-later-hint')}
      checked={form.giftAidChoice === 'later'}
      onChange={(event) => set({ field: 'giftAidChoice', value: event.target.checked ? 'later' : '' })}
    />
  )
}

type Props = Pick<FormProps, 'form' | 'set'> & {
  /** The day of the declaration, the gift, and the gift with Gift Aid, as shown. */
  readonly day: string
  readonly gift: string
  readonly boosted: string
}

/** In place of the box: an earlier declaration covers the donation, unless the donor excludes it (gift-aid-3). */
export function GiftAidCovered({ form, set, ...amounts }: Props) {
  const t = useText()
  const isExcluded = form.giftAidChoice === 'excluded'
  return (
    <>
      {isExcluded ? null : <p className="notice small">{t('give.gift-aid-covered', amounts)}</p>}
      <Checkbox
        id="giftAidChoice"
        value="excluded"
        label={t('give.gift-aid-excluded')}
        checked={isExcluded}
        onChange={(event) => set({ field: 'giftAidChoice', value: event.target.checked ? 'excluded' : '' })}
      />
    </>
  )
}
