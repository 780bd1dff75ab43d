import type { Api } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { client } from '../../api/client.js';
import { AskingButton } from '../../generic/asking-button.js';
import { useShowHandled } from '../../generic/sandbox.js';
import { type Act, useAct } from '../../generic/use-act.js';
import { Refusal } from '../../parts/messages.js';
import { amountText } from '../../parts/text.js';
import { useMovesMoney, useSession } from '../../session/session.js';
import { ReturnTransfer } from './return-transfer.js';

/**
 * Buttons for all actions on a transfer. Actions that are impossible now are disabled, and a text tells the transfer's
 * state.
 */
export function TransferActions({ transfer }: { readonly transfer: Api.Transfer }): ReactElement | null {
  const { id, amount, status, _links: links } = transfer;
  const { environment } = useSession();
  const movesMoney = useMovesMoney();
  const { error, run } = useAct();
  if (!movesMoney) return null;
  const cancel = async (): Promise<string> => {
    await client.post('/transfers/{id}', { path: { id }, body: { status: 'cancelled' } });
    return 'The transfer is cancelled';
  };
  return (
    <div className="actions">
      <AskingButton
        {...disabledUnless(links.cancel !== undefined)}
        label="Cancel transfer"
        title="Cancel transfer"
        yes="Cancel transfer"
        onYes={() => void run(cancel)}
      >
        <p>The {amountText(amount)} stay where they are. A cancelled transfer can’t be taken up again.</p>
      </AskingButton>
      {environment === 'sandbox' && <Simulations of={transfer} run={run} />}
      <p id="state" className="quiet">
        This transfer is {status}.
      </p>
      <Refusal error={error} />
    </div>
  );
}

const disabledUnless = (can: boolean) => (can ? {} : { 'aria-describedby': 'state', disabled: true });

interface SimulationsProps extends Pick<Act, 'run'> {
  readonly of: Api.Transfer;
}

/** Buttons that make the sandbox's banks act on the transfer. */
function Simulations({ of: { id, status, _links: links }, run }: SimulationsProps): ReactElement {
  const [isReturning, setReturning] = useState(false);
  const isProcessed = status === 'processed';
  /** True while a leg waits for its bank. */
  const canSimulate = links.simulate !== undefined;
  const showHandled = useShowHandled();
  const simulate = (body: Api.SimulateTransferRequest): void => {
    setReturning(false);
    void run(async () => {
      await client.post('/transfers/{id}/simulation', { path: { id }, body });
      showHandled([await client.get('/transfers/{id}', { path: { id } })]);
      return undefined;
    });
  };
  return (
    <>
      <button type="button" {...disabledUnless(canSimulate)} onClick={() => simulate({ action: 'process' })}>
        Process
      </button>
      <button type="button" {...disabledUnless(canSimulate || isProcessed)} onClick={() => setReturning(true)}>
        Process as returned…
      </button>
      {isReturning && <ReturnTransfer onClose={() => setReturning(false)} isLate={isProcessed} onReturn={simulate} />}
    </>
  );
}
