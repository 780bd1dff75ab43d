import type { Api } from '@halyard/client';
import { isReturnCode, type ReturnCode, returnCodes } from '@halyard/core/return-codes';
import { type ReactElement, useState } from 'react';
import { Dialog } from '../../parts/dialog.js';

interface ReturnProps {
  /** True if a bank has settled the transfer: then it can only be returned late. */
  readonly isLate: boolean;
  readonly onClose: () => void;
  readonly onReturn: (body: Api.FailTransferRequest | Api.ReturnTransferLateRequest) => void;
}

/** Makes the simulated bank return a transfer, with any code of the network. */
export function ReturnTransfer({ isLate: mustBeLate, onClose, onReturn }: ReturnProps): ReactElement {
  const [code, setCode] = useState<ReturnCode>('R01');
  const [isLate, setLate] = useState(mustBeLate);
  return (
    <Dialog title="Process as returned" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onReturn({ action: isLate ? 'lateReturn' : 'fail', code });
        }}
      >
        <div className="field">
          <label htmlFor="code">Return code</label>
          <select
            id="code"
            value={code}
            aria-describedby="meaning"
            onChange={({ target: { value } }) => isReturnCode(value) && setCode(value)}
          >
            {Object.entries(returnCodes).map(([known, { title }]) => (
              <option key={known} value={known}>
                {known} {title}
              </option>
            ))}
          </select>
          <p id="meaning" className="hint">
            {returnCodes[code].description}
          </p>
        </div>
        <div className="field check">
          <label htmlFor="late">Late</label>
          <input id="late" type="checkbox" checked={isLate} onChange={(event) => setLate(event.target.checked)} />
        </div>
        <div className="actions">
          <button type="submit">Process</button>
        </div>
      </form>
    </Dialog>
  );
}
