/** Version of the layout and fixed texts of documents; change it with either. */
export const documentVersion = '2026-11-23'
