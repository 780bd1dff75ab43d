import { OwnResourceGuard } from '@halyard/service/own-resource-guard';
import { Application } from '../application/application.entity.js';

export class OwnApplicationGuard extends OwnResourceGuard {
  protected override readonly entity = Application;
}
