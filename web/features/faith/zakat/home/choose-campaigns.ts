/**
 * Chooses at most `max` of each group, those first that no earlier group shows, so that a fundraiser for several
 * categories is not repeated where others could be shown.
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
