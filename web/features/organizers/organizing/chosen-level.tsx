import { useText } from '#web/lib/text.tsx'

/** The giving level of a donation, with its quantity if more than one. */
export function ChosenLevel({ level, quantity }: { readonly level: string; readonly quantity: number }) {
  const t = useText()
  return <bdi>{quantity > 1 ? t('organize.level-chosen', { quantity, level }) : level}</bdi>
}
