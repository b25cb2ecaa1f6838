import type { VerificationState } from '#modules/causes/organizations/rules/verification.ts'
import { useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

const looks: Partial<Record<VerificationState, 'brand' | 'accent'>> = { verified: 'brand', requested: 'accent' }

/** The state of a charity's verification, as a badge. */
export function VerificationBadge({ state }: { readonly state: VerificationState }) {
  const t = useText()
  const look = looks[state]
  return <Badge {...(look ? { look } : {})}>{t(`own-charity.state-${state}`)}</Badge>
}
