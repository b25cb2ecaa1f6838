import type { ZoneChoice } from '#shared/texts/zone-names.ts'

/** The options of a select of time zones, named by the loader (`zoneChoices`). */
export const ZoneOptions = ({ zones }: { readonly zones: readonly ZoneChoice[] }) =>
  zones.map(({ zone, name }) => (
    <option key={zone} value={zone}>
      {name}
    </option>
  ))
