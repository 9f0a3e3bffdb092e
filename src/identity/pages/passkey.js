// Signs in with a passkey: the browser answers a challenge, and the answer goes the way of every other form. The form is
// shown only where this can work; without scripts the page does without it.
const form = document.querySelector('form[data-challenge]')
const problem = form?.querySelector('[role=alert]')

if (form && window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void signIn()
  })
}

async function signIn() {
  problem.textContent = ''
  try {
    const asked = await fetch(form.dataset.challenge)
    if (!asked.ok) return tell('The server could not be asked. Please reload the page.')
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await asked.json())
    const credential = await navigator.credentials.get({ publicKey })
    form.elements.response.value = JSON.stringify(credential.toJSON())
    form.submit()
  } catch (error) {
    // Who changes their mind needs no message.
    if (error.name === 'NotAllowedError') return
    tell(
      error.name === 'SecurityError'
        ? 'Passkeys do not work at this address. Sign in with your password.'
        : 'The passkey did not work. Try again, or sign in with your password.',
    )
  }
}

function tell(text) {
  problem.textContent = text
}
