/** Version of the layout and the fixed texts of documents; must change with either. */
export const documentVersion = '2026-11-28'
