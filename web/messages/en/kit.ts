export const kit = { 'kit.title': 'Design kit', 'kit.lead': 'Every part in every state. Switch light, dark and language in the frame around it.' } as const
