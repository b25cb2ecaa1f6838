import type { ClaimState } from '#modules/money/gift-aid/rules/claim-states.ts'
import { useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

const looks: Readonly<Partial<Record<ClaimState, 'brand' | 'accent'>>> = {
  draft: 'accent',
  submitted: 'accent',
  paid: 'brand',
}

/** The state of a Gift Aid claim, as a badge. */
export function ClaimBadge({ state }: { readonly state: ClaimState }) {
  const t = useText()
  const look = looks[state]
  return <Badge {...(look ? { look } : {})}>{t(`gift-aid-claims.state-${state}`)}</Badge>
}
