import './welcome.css'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { BackLink } from '../../components/page/back.tsx'
import { Code } from '../../components/page/code.tsx'
import { Copy } from '../../components/page/copy.tsx'
import { Card, Loaded, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'

type Reach = AnswerOf<'GET /api/console/reach'>

/** Says whether phones and other computers can open Clockhouse, and how that is changed. */
export default function ReachPage() {
  const reach = useAnswer('setup', '/api/console/reach')
  return (
    <Page title={t('Make Clockhouse reachable')} about={<BackLink href="/welcome">{t('Setup')}</BackLink>}>
      <div className="welcome-reach">
        <Loaded of={reach} skeleton={<Skeleton lines={3} height={96} />}>
          {(data) => (
            <>
              <State {...data} />
              {!data.links_work && data.addresses.length > 0 && <Elsewhere addresses={data.addresses} />}
              <Ways {...data} />
            </>
          )}
        </Loaded>
      </div>
    </Page>
  )
}

function State({ links_work, links_at }: Reach) {
  const address = () => <code>{links_at}</code>
  return links_work ? (
    <Notice kind="good" title={t('Links work on other devices.')}>
      {rich(t('Invitations and password links begin with <address/>.'), { address })}
    </Notice>
  ) : (
    <Notice kind="warn" title={t('Links work only on this computer.')}>
      {rich(
        t('Invitations and password links begin with <address/>. On another device, that means the other device.'),
        {
          address,
        },
      )}
    </Notice>
  )
}

function Elsewhere({ addresses }: Pick<Reach, 'addresses'>) {
  return (
    <Card title={t('Open it at its address in your network')}>
      <p className="quiet">
        {t(
          'The server accepts connections from your network. Open Clockhouse at this address, and create links there:',
        )}
      </p>
      <ul>
        {addresses.map((address) => (
          <li key={address} className="welcome-address">
            <a href={`${address}/welcome/reach`}>{address}</a>
            <Copy text={address} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The settings of the server that make it reachable. */
function Ways({ only_here }: Reach) {
  return (
    <div className="welcome-ways">
      {only_here && (
        <Card title={t('In your network')}>
          <p className="quiet">
            {t(
              'For phones and computers in the same office or Wi-Fi. Stop the server, and start it with this setting. It then prints its address.',
            )}
          </p>
          <Setting label={t('Setting for the network')} text="HOST=0.0.0.0" />
        </Card>
      )}
      <Card title={t('On the internet')}>
        <p className="quiet">
          {t(
            'For people on the road. Give the server a domain, let a reverse proxy with HTTPS pass requests to it, and start it with this setting:',
          )}
        </p>
        <Setting label={t('Setting for the internet')} text="CLOCKHOUSE_URL=https://time.example.com" />
        <p className="hint">{t('The guide to installing, docs/installing.md, has proxies step by step.')}</p>
      </Card>
      <Card title={t('With Docker')}>
        <p className="quiet">
          {t('Compose publishes the port for this computer only. Let it publish the port for all, in compose.yaml:')}
        </p>
        <Setting label={t('Setting for Docker')} text={'ports:\n  - 8080:8080'} />
      </Card>
    </div>
  )
}

function Setting({ label, text }: { label: string; text: string }) {
  return (
    <div className="welcome-setting">
      <Code text={text} label={label} />
      <Copy text={text} />
    </div>
  )
}
