/**
 * Chooses up to `max` campaigns per group. Campaigns that an earlier group shows come last, so that they are repeated
 * only if there are no others.
 */
export function chooseCampaigns<Card extends { readonly id: string }>(
  groups: readonly (readonly Card[])[],
  max: number,
): readonly (readonly Card[])[] {
  const shown = new Set<string>()
  return groups.map((cards) => {
    const chosen = [...cards.filter(({ id }) => !shown.has(id)), ...cards.filter(({ id }) => shown.has(id))].slice(
      0,
      max,
    )
    for (const { id } of chosen) shown.add(id)
    return chosen
  })
}
