import type { Reason } from '../rules/refusals/reason.ts'

const phrases: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  499: 'Unauthorized IP Address',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** The reason phrase of a status. */
export function phrase(status: number): string {
  return phrases[status] ?? 'Error'
}

/** The body of a request-level error, as text. Only the web app is told the reason's code. */
export function errorBody(status: number, detail: string, oauth?: string, reason?: Reason): string {
  if (oauth) return JSON.stringify({ error: oauth, error_description: detail })
  return JSON.stringify({ error: { code: status, message: `${phrase(status)}: ${detail}`, reason } })
}
